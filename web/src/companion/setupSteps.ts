// The steps of the set-up for a number of players and expansions, with their numbers.

import type { Values } from '../state/words.svelte';
import { boardNumbers, boxesInPlay, DJINN_ROW, GOODS_ROW, PALACES, PALMS, playerNumbers, YAZID_CAMELS, type Box } from './rulesData';

export interface Step {
  /** The key of its text: `page.box.step.KEY`. */
  key: string;
  values: Values;
  /** The sprite of the piece that it is about. */
  picture: string;
  /** The seat whose colour the piece has. */
  seat?: number;
}

export function setupSteps(players: number, chosen: Box[]): Step[] {
  const boxes = boxesInPlay(players, chosen);
  const solo = players === 1;
  const { camels, markers, gold, track } = playerNumbers(players);
  const { each, meeples, djinns, items, tents, cities, whims } = boardNumbers(boxes);
  const artisans = boxes.includes('artisans');
  const steps: Step[] = tileSteps(boxes);
  steps.push({
    key: `meeples${boxes.length === 2 ? '_both' : boxes.length ? `_${boxes[0]}` : ''}`,
    values: { meeples, each },
    picture: 'bag',
  });
  if (cities) steps.push({ key: 'whims', values: { cities, all: whims }, picture: 'whim' });
  const pieces = solo ? 'pieces_solo' : tents ? 'pieces_tent' : 'pieces';
  steps.push(
    { key: pieces, values: { camels, count: markers, his: YAZID_CAMELS }, picture: 'camel', seat: 1 },
    { key: solo ? 'gold_solo' : 'gold', values: { gold }, picture: 'coin' },
    { key: 'stock', values: { palms: PALMS, palaces: PALACES }, picture: 'palace' },
    { key: 'goods', values: { count: GOODS_ROW }, picture: 'good-papyrus' },
    { key: 'djinns', values: { row: DJINN_ROW, all: djinns }, picture: 'dj-leta' },
  );
  if (artisans) steps.push({ key: 'items', values: { items }, picture: 'item-crown' });
  if (solo) steps.push({ key: 'dice', values: {}, picture: 'die-5' });
  // The track of five players has more spots than that of the others.
  else steps.push({ key: track.length > playerNumbers(2).track.length ? 'bids_five' : 'bids', values: {}, picture: 'marker', seat: 3 });
  return steps;
}

function tileSteps(boxes: Box[]): Step[] {
  const board = boardNumbers(boxes);
  const { tiles, rows, columns, inner } = board;
  if (!inner) {
    const key = boxes.length ? 'tiles_whims' : 'tiles';
    return [{ key, values: { tiles, rows, columns, new: board.new }, picture: boxes.length ? 'kind-city' : 'kind-village' }];
  }
  const middle = { some: inner - board.artisan_tiles, new: board.artisan_tiles, rows: rows - 2, columns: columns - 2 };
  return [
    { key: 'tiles_artisans', values: middle, picture: 'kind-workshop' },
    { key: 'ring', values: { count: tiles - inner, rows, columns }, picture: 'kind-village' },
    { key: 'mountains', values: {}, picture: 'mountain' },
  ];
}
