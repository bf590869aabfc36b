// The name of the card that is chosen in the palette.

import { describeWhim } from '../live/whims';
import type { WhimCard } from '../protocol';
import { words } from '../state/words.svelte';
import { isCard, type Tool } from './editor.svelte';

/** The catalogue has the names of goods under `card`. */
const SECTIONS: Record<string, string> = { good: 'card', djinn: 'djinn', item: 'item' };

/** The name of a Whim: what it asks for and pays. */
export function whimName(whims: WhimCard[], name: string): string {
  const card = whims.find((each) => each.name === name);
  return card ? describeWhim(card) : name;
}

/** The name of the chosen card; empty if the tool is not a card. */
export function cardName(tool: Tool, whims: WhimCard[]): string {
  if (!isCard(tool)) return '';
  return tool.kind === 'whim' ? whimName(whims, tool.name) : words.say(`${SECTIONS[tool.kind]}.${tool.name}.name`);
}
