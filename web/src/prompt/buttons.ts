// The buttons of the prompt: the main one, those beside it, and a list of others.

import { TRIBE_KEYS, djinnPicture, goodPicture, itemPicture } from '../drawing/sprites';
import type { Topic } from '../help/topics';
import type { Choice } from '../protocol';
import { say, words } from '../state/words.svelte';
import type { Table } from '../live/table.svelte';
import type { ChoiceOf } from '../turn/context';
import type { Turn } from '../turn/turn.svelte';
import { apart, twoLines } from './sentences';

/** A choice as a button shows it. */
export interface Offer {
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
  main: Offer | null;
  /** Whether it is what most people want now. */
  primary: boolean;
  /** Beside the undo. */
  beside: Offer[];
  list: Offer[];
}

export interface Wishes {
  /** Meeples in front of players are offered here: their panels are not on the screen. */
  narrow: boolean;
  /** Whether the best set is proposed. */
  sets: boolean;
}

const tribe = (letter: string): string => words.say(`tribe.${TRIBE_KEYS[letter]}.one`);
/** Small sets are better kept: the end of the game pays the same for larger ones. */
const WORTH_SELLING = 7;
/** More than these cannot be told apart at a glance: the board and the list of all choices have them. */
const MOST = 24;
/** More letters than these do not fit into a button beside the undo. */
const BRIEF = 36;

const ON_CARDS: Choice['kind'][] = ['bid', 'buy', 'sell', 'summon', 'use', 'keep', 'lay', 'take', 'drop'];

/** Whether a choice points at nothing on the table, and so needs a button of its own. */
export function isPlain(choice: Choice): boolean {
  const inFront = choice.kind === 'kill' && choice.seat >= 0;
  return !choice.tile && !inFront && !ON_CARDS.includes(choice.kind);
}

/** Everything that has a button in the prompt now. */
export function buttonsOf(table: Table, turn: Turn, wishes: Wishes): PromptButtons {
  return turn.planning ? planned(table, turn) : open(table, turn, wishes);
}

/** The sale that is proposed while nothing is planned. */
export function bestSale(turn: Turn, sets: boolean): ChoiceOf<'sell'> | null {
  const sale = turn.planning || !sets ? null : turn.selection.bestSale;
  return sale && sale.value >= WORTH_SELLING ? sale : null;
}

/** While something is planned or touched: what it can still mean, and the button that does it. */
function planned(table: Table, turn: Turn): PromptButtons {
  const { chosen } = turn.selection;
  let main: Offer | null = null;
  if (turn.move.whole)
    main = { key: turn.move.action, label: say('table.sow'), data: { 'data-choice': turn.move.action }, act: () => void turn.commit() };
  else if (chosen) main = { ...plain(chosen, turn), act: () => void turn.commit() };

  const list: Offer[] = [];
  for (const drop of turn.move.open ? turn.move.drops.filter((each) => each.tile === turn.move.open) : []) {
    list.push({
      key: drop.action,
      label: tribe(drop.tribe),
      meeples: drop.tribe,
      data: { 'data-drop': drop.action },
      act: () => void turn.move.drop(drop),
    });
  }
  // A tile next door may also be the end of a longer way.
  for (const letter of turn.move.open ? turn.move.around(turn.move.open) : []) {
    list.push({
      key: `end ${letter}`,
      label: say('table.end_here', { tribe: tribe(letter) }),
      meeples: letter,
      picture: 'ui-flag',
      data: { 'data-end': turn.move.start + turn.move.open + letter },
      act: () => void turn.move.endHere(letter),
    });
  }
  for (const end of turn.move.wish && !turn.move.ways.length ? turn.move.outcomes.filter((each) => each.tile === turn.move.wish) : []) {
    list.push({
      key: end.start + end.tribe,
      label: turn.move.start ? tribe(end.tribe) : say('table.from', { tile: end.start }),
      name: turn.move.start ? undefined : `${tribe(end.tribe)}, ${say('table.from', { tile: end.start })}`,
      meeples: end.tribe,
      tag: turn.move.start ? undefined : end.start,
      data: { 'data-end': end.start + end.tile + end.tribe },
      act: () => void turn.move.land(end.start, end.tribe),
    });
  }
  const bids =
    turn.bids.bidding && chosen ? turn.of('bid').filter((bid) => bid.value === chosen.value && bid.action !== chosen.action) : [];
  if (bids.length) list.push(...several(table, turn, bids, (bid) => turn.selection.propose(bid)));
  if (!chosen && turn.selection.candidates.length > 1)
    list.push(...several(table, turn, turn.selection.candidates.slice(0, MOST), (choice) => void turn.act(choice.action)));
  return { main, primary: main !== null, beside: [], list };
}

/** Nothing is planned: what can be done at once. */
function open(table: Table, turn: Turn, { narrow, sets }: Wishes): PromptButtons {
  const quick = turn.choices.filter(isPlain);
  const end = quick.find((choice) => choice.kind === 'end');
  const pass = quick.find((choice) => choice.kind === 'pass');
  const list = [...kept(turn), ...(narrow ? targets(table, turn) : []), ...powers(turn)];
  const sale = bestSale(turn, sets);
  const beside: Offer[] = sale
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
    return { main: { ...plain(end, turn), label: say('table.end_turn'), sub: undefined, name: undefined }, primary: true, beside, list };

  // Where something else could be done instead, going on means doing without it.
  const instead = turn.of('buy', 'summon', 'craft', 'kill', 'take', 'drop', 'gather', 'first').length > 0 || list.length > 0;
  const chief = pass ?? quick[0];
  if (!chief) return { main: null, primary: false, beside, list };
  const others = quick.filter((choice) => choice !== chief);
  const short = several(table, turn, others, (choice) => void turn.act(choice.action));
  const primary = chief !== pass || (others.length === 0 && !instead);
  const one = short.length === 1 && short[0]!.label.length <= BRIEF ? short : [];
  return { main: plain(chief, turn), primary, beside: [...beside, ...one], list: [...(one.length ? [] : short), ...list] };
}

/** One choice, as a button that sends it. */
function plain(choice: Choice, turn: Turn): Offer {
  const { label, sub } = twoLines(choice.meaning);
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
function several(table: Table, turn: Turn, choices: Choice[], act: (choice: Choice) => void): Offer[] {
  const whom = choices.map((choice) => {
    if (choice.kind !== 'kill') return '';
    const who = [...choice.victims].map(tribe);
    return (choice.tile ? who : [...who, table.nameOf(choice.seat)]).join(' · ');
  });
  const killing = choices.every((choice) => choice.kind === 'kill' && choice.victims) && new Set(whom).size === whom.length;
  // Three sentences or more that begin alike take the room of all others.
  const short = killing
    ? whom
    : choices.length > 2
      ? apart(choices.map((choice) => choice.meaning))
      : choices.map((choice) => choice.meaning);
  return choices.map((choice, nth) => {
    const { label, sub } = twoLines(short[nth]!);
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
function kept(turn: Turn): Offer[] {
  return turn.of('keep', 'lay').map((choice) => {
    const card = choice.kind === 'lay' ? choice.cards[0]! : '';
    const { label, sub } = choice.kind === 'lay' ? { label: words.say(`card.${card}.name`), sub: undefined } : twoLines(choice.meaning);
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
function targets(table: Table, turn: Turn): Offer[] {
  const kills = turn.of('kill').filter((choice) => !choice.tile);
  return several(table, turn, kills, (choice) => turn.selection.propose(choice));
}

/** The Djinns and items that can be used now: a press takes one up. */
function powers(turn: Turn): Offer[] {
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
