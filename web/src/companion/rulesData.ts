// The numbers of the printed game, generated from the rules.

import box from '../protocol/box.json';
import cards from '../protocol/cards.json';
import { BASE_SOURCES, EXPANSIONS, MOST_PLAYERS, MOST_PLAYERS_BASE } from '../protocol';

export type Box = (typeof EXPANSIONS)[number];

/** What depends on the expansions in play. */
export type BoardNumbers = (typeof box.boards)[number];

export const PALMS = box.palms;
export const PALACES = box.palaces;
export const GOODS_ROW = box.goods;
export const DJINN_ROW = box.djinn_row;
export const YAZID_CAMELS = box.yazid.camels;
/** The value of the black die that strikes both ends of the column. */
export const DOUBLE = box.yazid.double;
export const POINTS = box.points;
export const CITY_POINTS: number[] = box.cities;
/** What some Djinns add to each piece of a source. */
export const DJINN_BONUS: Record<string, { source: string; points: number }> = box.bonus;

/** The expansions in play: the solo game has none. */
export const boxesInPlay = (players: number, boxes: Box[]): Box[] =>
  players === 1 ? [] : EXPANSIONS.filter((each) => boxes.includes(each));

export const maxPlayers = (boxes: Box[]): number => (boxes.length ? MOST_PLAYERS : MOST_PLAYERS_BASE);

export const boardNumbers = (boxes: Box[]): BoardNumbers => box.boards.find((each) => each.boxes.join() === boxes.join())!;

/** The Djinns in play, with the promos, in alphabetical order. */
export function djinnsInPlay(boxes: Box[]): string[] {
  const ofBoxes: Record<Box, string[]> = box.djinns;
  const left = EXPANSIONS.filter((each) => !boxes.includes(each)).flatMap((each) => ofBoxes[each]);
  return Object.keys(cards.djinns)
    .filter((djinn) => !left.includes(djinn))
    .sort();
}

/** What each player gets. */
export const playerNumbers = (players: number): (typeof box.players)[number] => box.players[players - 1]!;

/** The rows of the score pad. The majority is part of the Viziers. */
export function padRows(boxes: Box[]): string[] {
  const sources: Record<Box, string[]> = box.sources;
  return [...BASE_SOURCES.filter((source) => source !== 'majority'), ...boxes.flatMap((each) => sources[each])];
}
