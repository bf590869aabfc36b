// Descriptions of tiles and their marks for screen readers.

import { TRIBE_KEYS } from '../drawing/sprites';
import type { Land, Scene, TileScene, WhimCard } from '../protocol';
import { say, words } from '../state/words.svelte';
import { describeWhim } from '../live/whims';
import type { TileMark } from './tileMarks';
import { EMPTY_TILE, sortMeeples } from './pieces';

/** A tile and what is on it: `c3, oasis, worth 8, red; 2 Elders; Amara's camel`. */
export function describeTile(land: Land, scene: Scene, tile: string, nameOf: (seat: number) => string, whims: WhimCard[] = []): string {
  const nth = land.tiles.findIndex((each) => each.tile === tile);
  const landTile = land.tiles[nth];
  if (!landTile) return hole(land, tile);
  const kind = words.say(`kind.${landTile.kind}.name`);
  const city = landTile.kind.endsWith('city');
  const head = [tile, kind];
  // A city has no value, and its name includes its colour.
  if (!city) head.push(say('board.worth', { count: landTile.points }), say(landTile.blue ? 'board.blue' : 'board.red'));
  return [head.join(words.say('list.comma')), ...holdings(scene.tiles[nth] ?? EMPTY_TILE, nameOf, whims), ...mountains(land, tile)].join(
    say('board.join'),
  );
}

function hole(land: Land, tile: string): string {
  const kind = tile === land.lake ? 'great lake' : 'chasm';
  const name = words.say(`kind.${kind}.name`);
  return [tile + words.say('list.comma') + name, words.say(`kind.${kind}.text`)].join(say('board.join'));
}

function holdings(scene: TileScene, nameOf: (seat: number) => string, whims: WhimCard[]): string[] {
  const parts = [scene.pile ? describeMeeples(scene.pile) : say('board.empty')];
  const owner = scene.camel;
  if (owner >= 0) parts.push(say(scene.tent ? 'board.tent' : 'board.camel', { name: nameOf(owner) }));
  if (scene.palms) parts.push(say('board.palms', { count: scene.palms }));
  if (scene.palaces) parts.push(say('board.palaces', { count: scene.palaces }));
  if (scene.whim) parts.push(whim(whims.find((card) => card.name === scene.whim)));
  return parts;
}

function whim(card: WhimCard | undefined): string {
  return card ? say('board.whim_text', { whim: describeWhim(card) }) : say('board.whim');
}

function mountains(land: Land, tile: string): string[] {
  const beyond = land.walls.filter((wall) => wall.includes(tile)).map(([a, b]) => (a === tile ? b : a));
  return beyond.length ? [say('board.mountains', { tiles: words.list(beyond) })] : [];
}

/** Meeples counted by tribe: `2 Elders, 1 Assassin`. */
export function describeMeeples(pile: string): string {
  const all = sortMeeples(pile);
  return [...new Set(all)]
    .map((tribe) => {
      const count = all.split(tribe).length - 1;
      return say('board.of_tribe', { count, tribe: words.say(`tribe.${TRIBE_KEYS[tribe]}`, { count }) });
    })
    .join(words.say('list.comma'));
}

/** The marks of a tile as texts, the most important first. */
export function describeMark(mark: TileMark): string[] {
  const texts: string[] = [];
  if (mark.chosen) texts.push(say('board.chosen'));
  if (mark.start) texts.push(say('board.start'));
  if (mark.landing)
    texts.push(mark.gain === undefined ? say('board.landing') : say('board.landing_gain', { gain: gainText(mark.gain, mark.extraPoints) }));
  else if (mark.legal) texts.push(say('board.legal'));
  if (mark.step) texts.push(say('board.step'));
  if (mark.ahead && !mark.legal) texts.push(say('board.ahead'));
  if (mark.tribes) texts.push(say('board.gather', { tribes: tribes(mark.tribes) }));
  if (mark.planned) texts.push(say('board.planned', { meeples: describeMeeples(mark.planned) }));
  if (mark.kill) texts.push(say('board.kill'));
  if (mark.struck) texts.push(say('board.struck'));
  if (mark.danger) texts.push(say(`board.danger_${mark.danger}`));
  if (mark.parity) texts.push(say('board.parity'));
  if (mark.rank) texts.push(say('board.rank', { number: mark.rank }));
  if (mark.last) texts.push(say('board.last'));
  return texts;
}

/** A number of points with its sign: `+9`, `−2`. */
export const signed = (points: number): string => `${points < 0 ? '−' : '+'}${words.number(Math.abs(points))}`;

/** A gain, with what Builders or Assassins can bring on top of it: `+8 or +12`, or `up to +12`. */
export function gainText(gain: number, extraPoints: readonly number[] = []): string {
  const [least = gain, ...others] = extraPoints.map((points) => gain + points);
  const most = others.at(-1);
  if (most === undefined) return signed(least);
  return others.length > 1 || !least
    ? say('board.gain_up_to', { most: signed(most) })
    : say('board.gain_or', { least: signed(least), most: signed(most) });
}

function tribes(letters: string): string {
  return words.list([...new Set(sortMeeples(letters))].map((tribe) => words.say(`tribe.${TRIBE_KEYS[tribe]}.other`)));
}
