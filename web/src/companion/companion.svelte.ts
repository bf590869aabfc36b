// What the companion remembers on this device.

import { EXPANSIONS, MOST_PLAYERS } from '../protocol';
import { DJINNS, ITEMS, SET_POINTS } from '../protocol/cards';
import { boxesInPlay, maxPlayers, type Box } from './rulesData';
import { emptySheet, type Sheet } from './scorePad';
import { LEAST_MINUTES, MOST_MINUTES, type ClockState } from './turnClock';
import type { Dice } from './yazidDice';

const KEY = 'naqala.box';

/** What the player of the solo game has typed about himself and Yazid; null where nothing is typed. */
export interface SoloCounts {
  gold: number | null;
  assassins: number | null;
  djinns: number | null;
  viziers: number | null;
}

/** The parts of the page; a phone shows one at a time. */
export const PARTS = ['setup', 'pad', 'dice'] as const;
export type Part = (typeof PARTS)[number];

export interface Companion {
  part: Part;
  players: number;
  boxes: Box[];
  /** The keys of the steps that are done. */
  ticks: string[];
  seed: string;
  sheets: Sheet[];
  solo: SoloCounts;
  dice: Dice | null;
  clock: ClockState;
}

type Stored = Record<string, unknown>;

const object = (value: unknown): Stored => (typeof value === 'object' && value !== null ? (value as Stored) : {});
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;
const count = (value: unknown): number | null => (isCount(value) ? value : null);
const within = (value: unknown, least: number, most: number, fallback: number): number =>
  isCount(value) && value >= least && value <= most ? value : fallback;

const counts = (value: unknown): Record<string, number> =>
  Object.fromEntries(Object.entries(object(value)).filter((entry): entry is [string, number] => isCount(entry[1])));

function sheet(value: unknown): Sheet {
  const { typed, sets, djinns, items } = object(value);
  return {
    ...emptySheet(),
    typed: counts(typed),
    sets: list(sets).filter((size): size is number => isCount(size) && size > 0 && size < SET_POINTS.length),
    djinns: list(djinns).filter((djinn): djinn is string => typeof djinn === 'string' && djinn in DJINNS),
    items: Object.fromEntries(Object.entries(counts(items)).filter(([item]) => item in ITEMS)),
  };
}

function dice(value: unknown): Dice | null {
  const white = within(object(value).white, 1, 6, 0);
  const black = within(object(value).black, 1, 6, 0);
  return white && black ? { white, black } : null;
}

/** The stored state; missing or corrupt values have their defaults. */
export function loadCompanion(): Companion {
  let stored: Stored = {};
  try {
    stored = object(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch {
    // Corrupt, or the browser stores nothing.
  }
  const boxes = EXPANSIONS.filter((each) => list(stored.boxes).includes(each));
  const solo = object(stored.solo);
  const clock = object(stored.clock);
  const sheets = list(stored.sheets);
  const seats = Array.from({ length: MOST_PLAYERS }, (_, seat) => seat);
  return {
    part: PARTS.find((each) => each === stored.part) ?? 'setup',
    players: within(stored.players, 1, maxPlayers(boxes), 3),
    boxes,
    ticks: list(stored.ticks).filter((key): key is string => typeof key === 'string'),
    seed: typeof stored.seed === 'string' ? stored.seed : '',
    sheets: seats.map((seat) => sheet(sheets[seat])),
    solo: { gold: count(solo.gold), assassins: count(solo.assassins), djinns: count(solo.djinns), viziers: count(solo.viziers) },
    dice: dice(stored.dice),
    clock: {
      down: clock.down === true,
      minutes: within(clock.minutes, LEAST_MINUTES, MOST_MINUTES, 30),
      spent: seats.map((seat) => count(list(clock.spent)[seat]) ?? 0),
      seat: within(clock.seat, 0, MOST_PLAYERS - 1, 0),
    },
  };
}

export const companion: Companion = $state(loadCompanion());

/** Whether the latest state is stored: the browser may refuse, or its storage may be full. */
export const storage = $state({ works: true });

/** Store the state when it changes. Called once, by the page. */
export function persistCompanion(): void {
  $effect(() => {
    const text = JSON.stringify(companion);
    try {
      localStorage.setItem(KEY, text);
      storage.works = true;
    } catch {
      storage.works = false;
    }
  });
}

export function setPlayers(players: number): void {
  companion.players = Math.max(1, Math.min(Math.trunc(players), maxPlayers(companion.boxes)));
  companion.clock.seat = Math.min(companion.clock.seat, companion.players - 1);
}

export function setBox(box: Box, on: boolean): void {
  companion.boxes = EXPANSIONS.filter((each) => (each === box ? on : companion.boxes.includes(each)));
  setPlayers(companion.players);
}

export const activeBoxes = (): Box[] => boxesInPlay(companion.players, companion.boxes);

export function clearSheets(): void {
  companion.sheets = companion.sheets.map(emptySheet);
  companion.solo.viziers = null;
}
