import { beforeAll, expect, test } from 'vitest';
import type { Box } from '../../src/companion/rulesData';
import { setupSteps } from '../../src/companion/setupSteps';
import { say } from '../../src/state/words.svelte';
import { CATALOGUES, speak } from '../catalogue';

beforeAll(() => speak('en'));

const sentences = (players: number, boxes: Box[] = []): string[] =>
  setupSteps(players, boxes).map(({ key, values }) => say(`box.step.${key}`, values));

test('three players', () => {
  expect(sentences(3)).toEqual([
    'Shuffle the 30 tiles and lay them out as 5 rows of 6.',
    'Mix all 90 meeples in the bag and draw 3 for each tile.',
    'Each player takes 8 camels and one turn marker.',
    'Each player takes 50 gold and keeps it hidden.',
    'Keep the 12 palm trees and 10 palaces at hand.',
    'Lay out 9 goods in a row, the rest face down beside it.',
    'Lay out 3 of the 22 Djinns, the rest face down beside them.',
    'Shuffle the markers onto the bid track. Ready to bid!',
  ]);
});

test('two players have more camels and two markers each', () => {
  expect(sentences(2)).toContain('Each player takes 11 camels and 2 turn markers.');
});

test('the solo game has dice instead of tracks, and no boxes', () => {
  const steps = sentences(1, ['whims', 'artisans']);
  expect(steps[0]).toContain('30 tiles');
  expect(steps).toContain('Take 11 camels; Yazid gets 11 of another colour.');
  expect(steps).toContain('Take 25 gold.');
  expect(steps.at(-1)).toContain('die');
});

test('boxes add their tiles, meeples, cards and tents', () => {
  expect(sentences(4, ['whims'])).toEqual(
    expect.arrayContaining([
      'Shuffle the 6 Whims tiles with the others: 36 tiles, 6 rows of 6.',
      'Mix all 105 meeples in the bag and draw 3 for each tile; the lake stays empty.',
      'Put a Whim face up on each of the 5 cities; the rest of the 19 stay face down.',
    ]),
  );
  expect(sentences(4, ['artisans'])).toEqual(
    expect.arrayContaining([
      'Shuffle 10 random tiles with the 6 Artisans tiles and lay out the middle: 4 rows of 4.',
      'Lay the other 20 tiles around the middle: 6 rows of 6 in all.',
      'Each player takes 8 camels, a tent and one turn marker.',
      'Shuffle the 18 items and put them face down beside the board.',
    ]),
  );
  expect(sentences(5, ['whims', 'artisans'])).toEqual(
    expect.arrayContaining([
      'Shuffle 14 random tiles with the 6 Artisans tiles and lay out the middle: 4 rows of 5.',
      'Lay the other 22 tiles around the middle: 6 rows of 7 in all.',
      'Use the track of five players; shuffle the markers onto the bid track. Ready to bid!',
    ]),
  );
});

test('every step has a sentence without open placeholders in both languages', () => {
  for (const language of ['en', 'fr'] as const) {
    speak(language);
    for (const boxes of [[], ['whims'], ['artisans'], ['whims', 'artisans']] as Box[][]) {
      for (const players of [1, 2, 3, 4, 5]) {
        for (const text of sentences(players, boxes)) expect(text).not.toMatch(/[{}]|box\.step/);
      }
    }
  }
  expect(CATALOGUES.fr!['page.box.title']).toBeTruthy();
});
