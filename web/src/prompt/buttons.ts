// Determines the buttons of the prompt from the choices and the plan.

import { djinnPicture, goodPicture, itemPicture } from '../drawing/sprites';
import type { Topic } from '../help/topics';
import type { Choice, OutcomeScene } from '../protocol';
import { djinnPoints, itemPoints } from '../protocol/cards';
import { say, words } from '../state/words.svelte';
import type { Table } from '../live/table.svelte';
import { choiceText } from '../turn/choiceText';
import type { ChoiceOf } from '../turn/context';
import type { Turn } from '../turn/turn.svelte';
import { capitalised, distinctLabels, labelOf, tribeName } from './labels';

/** What a button shows and does. */
export interface ButtonSpec {
  key: string;
  label: string;
  /** The second line: cost or gain. */
  sub?: string;
  /** The accessible name, if the label is shortened. */
  name?: string;
  /** The tribes of meeples to draw, one letter each. */
  meeples?: string;
  picture?: string;
  /** Replaces the label next to the picture if space is short. */
  tag?: string;
  /** The seat whose plate is shown. */
  seat?: number;
  pressed?: boolean;
  /** Whether something else has to be chosen first. */
  disabled?: boolean;
  topic?: Topic;
  /** Attributes by which tests find the button. */
  data: Partial<Record<'data-choice' | 'data-drop' | 'data-end' | 'data-sale' | 'data-power', string>>;
  act: () => void;
}

export interface PromptButtons {
  /** The large button in the corner. */
  main: ButtonSpec | null;
  /** Whether the main button is emphasised. */
  primary: boolean;
  /** In the row of the undo button. */
  secondary: ButtonSpec[];
  list: ButtonSpec[];
}

export interface ButtonOptions {
  /** On narrow screens the panels of the players are hidden, so their meeples get buttons here. */
  narrow: boolean;
  /** Whether to propose the best set of goods to sell. */
  sets: boolean;
}

/** The minimum number of cards of a proposed sale; smaller sets are better kept until the end of the game. */
const LEAST_CARDS_TO_SELL = 3;
/** The maximum number of listed choices; the board and the dialog of all choices have the rest. */
const MAX_BUTTONS = 24;
/** The maximum length of a label in the row of the undo button. */
const MAX_SECONDARY_LABEL = 36;

/** Kinds of choices made by selecting tiles, cards or spots of the track. */
const CHOSEN_ON_TABLE: Choice['kind'][] = ['bid', 'buy', 'sell', 'summon', 'use', 'keep', 'lay', 'take', 'drop'];

/** Whether a choice cannot be made by selecting something on the table. */
export function needsButton(choice: Choice): boolean {
  const inFront = choice.kind === 'kill' && choice.seat >= 0;
  return !choice.tile && !inFront && !CHOSEN_ON_TABLE.includes(choice.kind);
}

/** All buttons of the prompt. */
export function buttonsOf(table: Table, turn: Turn, options: ButtonOptions): PromptButtons {
  return turn.planning ? planButtons(table, turn) : idleButtons(table, turn, options);
}

/** The sale to propose while nothing is planned. */
export function bestSale(turn: Turn, sets: boolean): ChoiceOf<'sell'> | null {
  const sale = turn.planning || !sets ? null : turn.selection.bestSale;
  return sale && sale.cards.length >= LEAST_CARDS_TO_SELL ? sale : null;
}

/** The buttons while something is planned or selected: the candidates and the confirmation. */
function planButtons(table: Table, turn: Turn): PromptButtons {
  const { chosen } = turn.selection;
  let main: ButtonSpec | null = null;
  if (turn.move.complete)
    main = { key: turn.move.action, label: say('table.sow'), data: { 'data-choice': turn.move.action }, act: () => void turn.commit() };
  else if (chosen) main = { ...choiceButton(chosen, turn), act: () => void turn.commit() };
  else if (turn.selection.places.length) main = { key: 'buy', label: say('prompt.buy_two'), disabled: true, data: {}, act: () => {} };

  const list: ButtonSpec[] = [];
  const longer = turn.move.pendingTile ? turn.move.longerWayTribes(turn.move.pendingTile) : [];
  for (const drop of turn.move.pendingTile ? turn.move.drops.filter((each) => each.tile === turn.move.pendingTile) : []) {
    list.push({
      key: drop.action,
      label: longer.length ? say('table.pass_here', { tribe: tribeName(drop.tribe) }) : tribeName(drop.tribe),
      meeples: drop.tribe,
      data: { 'data-drop': drop.action },
      act: () => void turn.move.drop(drop),
    });
  }
  // An adjacent tile can also be the end of a longer way.
  for (const letter of longer) {
    list.push({
      key: `end ${letter}`,
      label: say('table.end_here', { tribe: tribeName(letter) }),
      meeples: letter,
      picture: 'ui-flag',
      data: { 'data-end': turn.move.start + turn.move.pendingTile + letter },
      act: () => void turn.move.endHere(letter),
    });
  }
  for (const end of turn.move.ends) {
    list.push({
      key: end.start + end.tribe,
      label: turn.move.startKnown ? tribeName(end.tribe) : say('table.from', { tile: end.start }),
      name: turn.move.startKnown ? undefined : endName(end),
      meeples: end.tribe,
      tag: turn.move.startKnown ? undefined : end.start,
      data: { 'data-end': end.start + end.tile + end.tribe },
      act: () => void turn.move.findWays(end.start, end.tribe),
    });
  }
  const bids =
    turn.bids.bidding && chosen ? turn.of('bid').filter((bid) => bid.value === chosen.value && bid.action !== chosen.action) : [];
  if (bids.length) list.push(...distinctButtons(table, turn, bids, (bid) => turn.selection.propose(bid)));
  if (!chosen && turn.selection.candidates.length > 1)
    list.push(...distinctButtons(table, turn, turn.selection.candidates.slice(0, MAX_BUTTONS), (choice) => void turn.act(choice.action)));
  return { main, primary: main !== null && !main.disabled, secondary: [], list };
}

/** An outcome by its tribe and start. */
export const endName = ({ start, tribe }: OutcomeScene): string => `${tribeName(tribe)}, ${say('table.from', { tile: start })}`;

/** The buttons while nothing is planned or selected. */
function idleButtons(table: Table, turn: Turn, { narrow, sets }: ButtonOptions): PromptButtons {
  const buttonChoices = turn.choices.filter(needsButton);
  const end = buttonChoices.find((choice) => choice.kind === 'end');
  const pass = buttonChoices.find((choice) => choice.kind === 'pass');
  const list = [...keepButtons(turn), ...(narrow ? victimButtons(table, turn) : []), ...powerButtons(turn)];
  const sale = bestSale(turn, sets);
  const secondary: ButtonSpec[] = sale
    ? [
        {
          key: sale.action,
          label: say('prompt.sell_for', { gold: sale.value }),
          picture: 'coin',
          tag: words.number(sale.value),
          data: { 'data-sale': sale.action },
          act: () => turn.selection.pickSale(sale),
        },
      ]
    : [];
  if (end)
    return {
      main: { ...choiceButton(end, turn), label: say('table.end_turn'), sub: undefined, name: undefined },
      primary: true,
      secondary,
      list,
    };

  // Passing is not emphasised while there is something to gain.
  const alternatives = turn.of('buy', 'summon', 'craft', 'kill', 'take', 'drop', 'gather', 'first').length > 0 || list.length > 0;
  const mainChoice = pass ?? buttonChoices[0];
  if (!mainChoice) return { main: null, primary: false, secondary, list };
  const others = buttonChoices.filter((choice) => choice !== mainChoice);
  const otherButtons = distinctButtons(table, turn, others, (choice) => void turn.act(choice.action));
  const primary = mainChoice !== pass || (others.length === 0 && !alternatives);
  const inRow = otherButtons.length === 1 && otherButtons[0]!.label.length <= MAX_SECONDARY_LABEL ? otherButtons : [];
  return {
    main: choiceButton(mainChoice, turn),
    primary,
    secondary: [...secondary, ...inRow],
    list: [...(inRow.length ? [] : otherButtons), ...list],
  };
}

/** A button that sends a choice. */
function choiceButton(choice: Choice, turn: Turn): ButtonSpec {
  return {
    key: choice.action,
    ...labelOf(choice),
    name: choice.note ? choiceText(choice) : undefined,
    meeples: choice.victims,
    data: { 'data-choice': choice.action },
    act: () => void turn.act(choice.action),
  };
}

/** Buttons for several choices, labelled by what distinguishes them. */
function distinctButtons(table: Table, turn: Turn, choices: Choice[], act: (choice: Choice) => void): ButtonSpec[] {
  const labels = distinctLabels(choices, (seat) => table.nameOf(seat));
  return choices.map((choice, nth) => {
    const { label, sub } = labels[nth]!;
    // Items differ only in how they are paid for.
    const payment = choice.kind === 'craft' ? choice.payment : undefined;
    const fakirs = choice.fakirs || payment?.fakirs;
    return {
      key: choice.action,
      label,
      sub,
      name: label === choiceText(choice) ? undefined : choiceText(choice),
      meeples: payment ? 'P'.repeat(payment.artisans) : choice.victims,
      picture: fakirs ? 'fakir' : undefined,
      tag: fakirs ? [fakirs, choice.gold].filter(Boolean).join(': ') : undefined,
      seat: choice.kind === 'kill' && !choice.tile ? choice.seat : undefined,
      pressed: turn.selection.chosen?.action === choice.action,
      data: { 'data-choice': choice.action },
      act: () => act(choice),
    };
  });
}

/** Buttons for cards to keep or to lay down. */
function keepButtons(turn: Turn): ButtonSpec[] {
  return turn.of('keep', 'lay').map((choice) => ({
    key: choice.action,
    ...keptCard(choice),
    name: choiceText(choice),
    data: { 'data-choice': choice.action },
    act: () => void turn.act(choice.action),
  }));
}

/** The name, points and picture of a card to keep or to lay down. */
function keptCard(choice: ChoiceOf<'keep' | 'lay'>): Pick<ButtonSpec, 'label' | 'sub' | 'picture' | 'topic'> {
  const label = (key: string): string => capitalised(words.say(`${key}.name`));
  const worth = (points: number): string | undefined => (points ? words.say('count.points', { count: points }) : undefined);
  if (choice.kind === 'lay') {
    const name = choice.cards[0]!;
    return { label: label(`card.${name}`), picture: goodPicture(name), topic: { kind: 'card', name } };
  }
  const { djinn, item } = choice;
  return djinn
    ? {
        label: label(`djinn.${djinn}`),
        sub: worth(djinnPoints(djinn)),
        picture: djinnPicture(djinn),
        topic: { kind: 'djinn', name: djinn },
      }
    : { label: label(`item.${item}`), sub: worth(itemPoints(item)), picture: itemPicture(item), topic: { kind: 'item', name: item } };
}

/** Buttons for meeples in front of players; they select the victim, and a second press confirms. */
function victimButtons(table: Table, turn: Turn): ButtonSpec[] {
  const kills = turn.of('kill').filter((choice) => !choice.tile);
  return distinctButtons(table, turn, kills, (choice) => turn.selection.propose(choice));
}

/** Buttons that select a Djinn or an item to use. */
function powerButtons(turn: Turn): ButtonSpec[] {
  // An item that affects a Djinn has both fields.
  const found = new Map(turn.of('use').map(({ djinn, item }) => [item || djinn, { djinn, item }]));
  return [...found.values()].map(({ djinn, item }) => {
    const name = item ? words.say(`item.${item}.name`) : words.say(`djinn.${djinn}.name`);
    return {
      key: `use ${item || djinn}`,
      label: say('prompt.power', { name }),
      picture: item ? itemPicture(item) : djinnPicture(djinn),
      topic: item ? { kind: 'item', name: item } : { kind: 'djinn', name: djinn },
      data: { 'data-power': item || djinn },
      act: () => (item ? turn.selection.pickItem(item) : turn.selection.pickDjinn(djinn)),
    };
  });
}
