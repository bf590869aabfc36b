// Texts about Yazid's strikes.

import { djinnPicture } from '../drawing/sprites';
import { MOST_ASSASSINS, MOST_DJINNS, type PastStrike, type StrikeScene, type StruckScene } from '../protocol';
import { say, words } from '../state/words.svelte';
import { FEW_CAMELS } from '../live/yazid';
import type { Table } from '../live/table.svelte';

/** The rows that the black die points at; its 6 means two tiles. */
const ROWS = 5;

/** The effects of a strike on one tile, the most important first. */
export interface StrikeLine {
  struck: StruckScene;
  parts: StrikePart[];
}

interface StrikePart {
  text: string;
  /** Whether it is left out first if space is short. Such parts come last. */
  long?: boolean;
}

/** Where Yazid strikes or, with `past`, has struck; and why there, if the dice do not just point at the tile. */
export function strikeTitle(strike: StrikeScene, [white, black]: readonly [number, number], past = false): string {
  const tiles = strike.tiles.map(({ tile }) => tile);
  const column = 'abcdefgh'[white - 1] ?? '';
  const inColumn = tiles.every((tile) => tile.startsWith(column));
  const title = (key: string, values: Record<string, string>): string => say(`prompt.${past ? 'struck' : 'strikes'}_${key}`, values);
  if (tiles.length > 1) return title('two', { tiles: words.list(tiles) });
  const tile = tiles[0];
  if (tile && (!column || black > ROWS || tile === `${column}${black}`)) return title('one', { tile });
  if (tile) return inColumn ? title('other', { tile, rolled: `${column}${black}` }) : title('elsewhere', { tile, column });
  if (strike.column) return say('prompt.strikes_column', { column: strike.column });
  return say('prompt.strikes_named', { count: strike.named });
}

export function strikeLines(table: Table, strike: StrikeScene): StrikeLine[] {
  return strike.tiles.map((struck) => {
    const count = (letter: string): number => struck.pile.split(letter).length - 1;
    const parts: StrikePart[] = [];
    if (count('R')) parts.push({ text: say('prompt.assassins', { some: struck.assassins, all: MOST_ASSASSINS }) });
    if (count('Y')) parts.push({ text: say('prompt.his_viziers', { his: struck.viziers, mine: table.player(0).viziers }) });
    if (struck.cards.length) {
      const cards = words.list(struck.cards.map((card) => words.say(`card.${card}.name`)));
      parts.push({ text: say('prompt.takes_cards', { cards, count: struck.cards.length }) });
    }
    if (count('W')) parts.push({ text: say('prompt.his_elders', { count: count('W') }), long: parts.length > 0 });
    const fakirs = struck.cards.filter((card) => card === 'fakir').length;
    if (fakirs) parts.push({ text: say('prompt.keeps_fakirs', { count: fakirs }), long: true });
    // He takes no gold from a player who has lost before.
    const unpaid = strike.lost && strike.lost !== 'gold' && !struck.gold && struck.blue > 0;
    if (count('B') && !unpaid) {
      const text = say('prompt.builders', { count: count('B'), blue: say('prompt.blue', { count: struck.blue }) });
      // The price is also drawn, with a coin.
      parts.push({ text, long: parts.length > 0 }, { text: say('prompt.you_pay', { gold: struck.gold }), long: true });
    }
    return { struck, parts };
  });
}

/** A consequence after the struck tiles: an icon, a text and sometimes a short text for small screens. */
interface Consequence {
  picture: string;
  text: string;
  short?: string;
  bad?: boolean;
}

/** What follows from a strike: nothing more if it loses the game. */
export function strikeConsequences(strike: StrikeScene): Consequence[] {
  if (strike.lost) {
    const count = { assassins: strike.tiles.at(-1)?.assassins ?? 0, djinns: strike.djinns };
    return [{ picture: 'ui-warn', text: say('prompt.you_lose', { reason: words.say(`loss.${strike.lost}`, count) }), bad: true }];
  }
  const consequences: Consequence[] = [];
  const ending = endingOf(strike);
  if (ending) consequences.push(ending);
  if (strike.named && strike.tiles.length) consequences.push({ picture: 'ui-flag', text: say('prompt.you_name_more') });
  else if (strike.named) consequences.push({ picture: 'ui-flag', text: say('prompt.you_name', { count: strike.named }) });
  if (strike.djinn) {
    const djinn = words.say(`djinn.${strike.djinn}.name`);
    const sum = say('prompt.djinns', { some: strike.djinns, all: MOST_DJINNS });
    const bought = say(strike.fakirs ? 'prompt.then_buy_fakir' : 'prompt.then_buy_elders', { djinn });
    consequences.push({
      picture: djinnPicture(strike.djinn),
      text: say('prompt.gain_of', { what: bought, points: sum }),
      short: say('prompt.gain_of', { what: say('prompt.then_takes', { djinn }), points: sum }),
    });
  }
  if (strike.earned) consequences.push({ picture: 'coin', text: say('prompt.earned', { gold: strike.earned }) });
  return consequences;
}

/** The camels that a strike leaves Yazid, if the end of the game is near. */
function endingOf({ tiles, camels }: StrikeScene): Consequence | null {
  if (camels > FEW_CAMELS || !tiles.some(({ camel }) => camel)) return null;
  if (!camels) return { picture: 'camel', text: say('prompt.last_camel'), bad: true };
  return { picture: 'camel', text: camelWarning(camels), short: words.say('count.camels_left', { count: camels }) };
}

const camelWarning = (count: number): string => say('prompt.few_camels', { count });

/** What the player should know about the end of a solo game; empty while it is far. */
export function endWarning(table: Table): string {
  const { yazid, last_round } = table.scene;
  if (!yazid) return '';
  if (last_round) return say('prompt.last_round');
  return yazid.camels <= FEW_CAMELS ? camelWarning(yazid.camels) : '';
}

/** Whether letting Yazid strike costs no more gold than acting first, and does not lose the game. */
export const isHarmless = (strike: StrikeScene): boolean => !strike.lost && strike.gold <= strike.price;

/** The cost of letting Yazid strike, as a text. */
export function strikeCost(strike: StrikeScene, gold: number): string {
  if (strike.lost) return say('prompt.let_lose');
  if (strike.gold) return say('prompt.let_pay', { gold: strike.gold, mine: gold });
  return say(strike.named ? 'prompt.let_name' : 'prompt.let_free');
}

/** Why the player was not asked before a strike. */
export function whyNotAsked({ acted, strike, dice: [white, black] }: PastStrike): string {
  return acted ? say('prompt.played_first', { white, black }) : say('prompt.could_not_pay', { price: strike.price });
}
