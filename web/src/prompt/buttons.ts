// The buttons of the prompt: the main one, those beside it, and a list of others.

import { TRIBE_KEYS, djinnPicture, goodPicture, itemPicture } from '../drawing/names';
import type { Topic } from '../help/topics';
import type { Choice } from '../protocol';
import { say, words } from '../state/words.svelte';
import type { Table } from '../live/table.svelte';
import type { ChoiceOf } from '../turn/context';
import type { Turn } from '../turn/turn.svelte';
import { labelAndDetail, withoutCommonStart } from './labels';

/** A choice as a button shows it. */
export interface ButtonSpec {
  key: string;
  label: string;
  /** What it costs or brings. */
  sub?: string;
  /** The whole sentence, where the label is only a part of it. */
  name?: string;
  meeples?: string;
  picture?: string;
  /** What is said beside the picture where there is no room for the label. */
  tag?: string;
  /** Whose sign stands beside it. */
  seat?: number;
  pressed?: boolean;
  topic?: Topic;
  /** How it is found from outside. */
  data: Partial<Record<'data-choice' | 'data-drop' | 'data-end' | 'data-sale' | 'data-power', string>>;
  act: () => void;
}

export interface PromptButtons {
  /** The button in the corner. */
  main: ButtonSpec | null;
  /** Whether it is what most people want now. */
  primary: boolean;
  /** Beside the undo. */
  secondary: ButtonSpec[];
  list: ButtonSpec[];
}

export interface ButtonOptions {
  /** Meeples in front of players are offered here: their panels are not on the screen. */
  narrow: boolean;
  /** Whether the best set is proposed. */
  sets: boolean;
}

const tribe = (letter: string): string => words.say(`tribe.${TRIBE_KEYS[letter]}.one`);
/** Small sets are better kept: the end of the game pays the same for larger ones. */
const WORTH_SELLING = 7;
/** More than these cannot be told apart at a glance: the board and the list of all choices have them. */
const MAX_BUTTONS = 24;
/** More letters than these do not fit into a button beside the undo. */
const MAX_SECONDARY_LABEL = 36;

const CHOSEN_ON_TABLE: Choice['kind'][] = ['bid', 'buy', 'sell', 'summon', 'use', 'keep', 'lay', 'take', 'drop'];

/** Whether a choice points at nothing on the table, and so needs a button of its own. */
export function needsButton(choice: Choice): boolean {
  const inFront = choice.kind === 'kill' && choice.seat >= 0;
  return !choice.tile && !inFront && !CHOSEN_ON_TABLE.includes(choice.kind);
}

/** Everything that has a button in the prompt now. */
export function buttonsOf(table: Table, turn: Turn, options: ButtonOptions): PromptButtons {
  return turn.planning ? planButtons(table, turn) : idleButtons(table, turn, options);
}

/** The sale that is proposed while nothing is planned. */
export function bestSale(turn: Turn, sets: boolean): ChoiceOf<'sell'> | null {
  const sale = turn.planning || !sets ? null : turn.selection.bestSale;
  return sale && sale.value >= WORTH_SELLING ? sale : null;
}

/** While something is planned or touched: what it can still mean, and the button that does it. */
function planButtons(table: Table, turn: Turn): PromptButtons {
  const { chosen } = turn.selection;
  let main: ButtonSpec | null = null;
  if (turn.move.complete)
    main = { key: turn.move.action, label: say('table.sow'), data: { 'data-choice': turn.move.action }, act: () => void turn.commit() };
  else if (chosen) main = { ...choiceButton(chosen, turn), act: () => void turn.commit() };

  const list: ButtonSpec[] = [];
  for (const drop of turn.move.pendingTile ? turn.move.drops.filter((each) => each.tile === turn.move.pendingTile) : []) {
    list.push({
      key: drop.action,
      label: tribe(drop.tribe),
      meeples: drop.tribe,
      data: { 'data-drop': drop.action },
      act: () => void turn.move.drop(drop),
    });
  }
  // A tile next door may also be the end of a longer way.
  for (const letter of turn.move.pendingTile ? turn.move.longerWayTribes(turn.move.pendingTile) : []) {
    list.push({
      key: `end ${letter}`,
      label: say('table.end_here', { tribe: tribe(letter) }),
      meeples: letter,
      picture: 'ui-flag',
      data: { 'data-end': turn.move.start + turn.move.pendingTile + letter },
      act: () => void turn.move.endHere(letter),
    });
  }
  for (const end of turn.move.target && !turn.move.ways.length ? turn.move.outcomes.filter((each) => each.tile === turn.move.target) : []) {
    list.push({
      key: end.start + end.tribe,
      label: turn.move.start ? tribe(end.tribe) : say('table.from', { tile: end.start }),
      name: turn.move.start ? undefined : `${tribe(end.tribe)}, ${say('table.from', { tile: end.start })}`,
      meeples: end.tribe,
      tag: turn.move.start ? undefined : end.start,
      data: { 'data-end': end.start + end.tile + end.tribe },
      act: () => void turn.move.findWays(end.start, end.tribe),
    });
  }
  const bids =
    turn.bids.bidding && chosen ? turn.of('bid').filter((bid) => bid.value === chosen.value && bid.action !== chosen.action) : [];
  if (bids.length) list.push(...distinctButtons(table, turn, bids, (bid) => turn.selection.propose(bid)));
  if (!chosen && turn.selection.candidates.length > 1)
    list.push(...distinctButtons(table, turn, turn.selection.candidates.slice(0, MAX_BUTTONS), (choice) => void turn.act(choice.action)));
  return { main, primary: main !== null, secondary: [], list };
}

/** Nothing is planned: what can be done at once. */
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
    return { main: { ...choiceButton(end, turn), label: say('table.end_turn'), sub: undefined, name: undefined }, primary: true, secondary, list };

  // Where something else could be done instead, going on means doing without it.
  const alternatives = turn.of('buy', 'summon', 'craft', 'kill', 'take', 'drop', 'gather', 'first').length > 0 || list.length > 0;
  const mainChoice = pass ?? buttonChoices[0];
  if (!mainChoice) return { main: null, primary: false, secondary, list };
  const others = buttonChoices.filter((choice) => choice !== mainChoice);
  const otherButtons = distinctButtons(table, turn, others, (choice) => void turn.act(choice.action));
  const primary = mainChoice !== pass || (others.length === 0 && !alternatives);
  const inRow = otherButtons.length === 1 && otherButtons[0]!.label.length <= MAX_SECONDARY_LABEL ? otherButtons : [];
  return { main: choiceButton(mainChoice, turn), primary, secondary: [...secondary, ...inRow], list: [...(inRow.length ? [] : otherButtons), ...list] };
}

/** One choice, as a button that sends it. */
function choiceButton(choice: Choice, turn: Turn): ButtonSpec {
  const { label, sub } = labelAndDetail(choice.meaning);
  return {
    key: choice.action,
    label,
    sub,
    name: sub ? choice.meaning : undefined,
    meeples: choice.victims,
    data: { 'data-choice': choice.action },
    act: () => void turn.act(choice.action),
  };
}

/** Several choices of one kind, each told by what sets it apart. */
function distinctButtons(table: Table, turn: Turn, choices: Choice[], act: (choice: Choice) => void): ButtonSpec[] {
  const victims = choices.map((choice) => {
    if (choice.kind !== 'kill') return '';
    const who = [...choice.victims].map(tribe);
    return (choice.tile ? who : [...who, table.nameOf(choice.seat)]).join(' · ');
  });
  const killing = choices.every((choice) => choice.kind === 'kill' && choice.victims) && new Set(victims).size === victims.length;
  // Three sentences or more that begin alike take the room of all others.
  const labels = killing
    ? victims
    : choices.length > 2
      ? withoutCommonStart(choices.map((choice) => choice.meaning))
      : choices.map((choice) => choice.meaning);
  return choices.map((choice, nth) => {
    const { label, sub } = labelAndDetail(labels[nth]!);
    // An item is told by what it is paid with.
    const payment = choice.kind === 'craft' ? choice.payment : undefined;
    const fakirs = choice.fakirs || payment?.fakirs;
    return {
      key: choice.action,
      label,
      sub,
      name: label === choice.meaning ? undefined : choice.meaning,
      meeples: payment ? 'P'.repeat(payment.artisans) : choice.victims,
      picture: fakirs ? 'fakir' : undefined,
      tag: fakirs ? [fakirs, /\d+(?=\D*$)/.exec(sub ?? '')?.[0] ?? sub].filter(Boolean).join(': ') : undefined,
      seat: choice.kind === 'kill' && !choice.tile ? choice.seat : undefined,
      pressed: turn.selection.chosen?.action === choice.action,
      data: { 'data-choice': choice.action },
      act: () => act(choice),
    };
  });
}

/** Cards of which one is kept or laid. */
function keepButtons(turn: Turn): ButtonSpec[] {
  return turn.of('keep', 'lay').map((choice) => {
    const card = choice.kind === 'lay' ? choice.cards[0]! : '';
    const { label, sub } = choice.kind === 'lay' ? { label: words.say(`card.${card}.name`), sub: undefined } : labelAndDetail(choice.meaning);
    return {
      key: choice.action,
      label,
      sub,
      name: choice.meaning,
      picture: choice.djinn ? djinnPicture(choice.djinn) : choice.item ? itemPicture(choice.item) : goodPicture(card),
      topic: choice.djinn
        ? { kind: 'djinn', name: choice.djinn }
        : choice.item
          ? { kind: 'item', name: choice.item }
          : { kind: 'card', name: card },
      data: { 'data-choice': choice.action },
      act: () => void turn.act(choice.action),
    };
  });
}

/** Meeples in front of players that can be killed; one press more does it. */
function victimButtons(table: Table, turn: Turn): ButtonSpec[] {
  const kills = turn.of('kill').filter((choice) => !choice.tile);
  return distinctButtons(table, turn, kills, (choice) => turn.selection.propose(choice));
}

/** The Djinns and items that can be used now: a press takes one up. */
function powerButtons(turn: Turn): ButtonSpec[] {
  // An item that works on a Djinn names it too.
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
