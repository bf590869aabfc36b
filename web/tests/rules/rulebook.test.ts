/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DJINNS, foldForSearch, MAGIC, SECTIONS, TIPS, WHIMS } from '../../src/rules/rulebook';
import { CATALOGUES } from '../catalogue';

const written = (path: string): string => readFileSync(join(import.meta.dirname, '../../..', path), 'utf-8');
const reference = written('docs/rules.md');
const whims = written('src/naqala/rules/expansions/whims.toml');

const shown = new Set([
  ...SECTIONS.flatMap((section) => section.rules),
  ...DJINNS.map(([id]) => id),
  ...MAGIC.map((_, place) => `I${place + 1}`),
]);

test('the page has exactly the rules of the reference', () => {
  const rules = [...reference.matchAll(/^- \*\*([A-Z]\d+) – /gm)].map((found) => found[1]!);
  const cards = [...reference.matchAll(/^\| ([DI]\d+) \|/gm)].map((found) => found[1]!);
  expect(rules.length).toBeGreaterThan(90);
  expect([...shown].sort()).toEqual([...new Set([...rules, ...cards])].sort());
});

test.each(Object.keys(CATALOGUES))('everything on the page has words in %s', (language) => {
  const messages = CATALOGUES[language]!;
  const rules = SECTIONS.flatMap((section) => section.rules).flatMap((id) => [`page.rules.heading.${id}`, `page.rules.text.${id}`]);
  const keys = [
    ...rules,
    ...SECTIONS.map((section) => `page.rules.section.${section.id}`),
    ...DJINNS.flatMap(([, djinn, , price]) => [
      `djinn.${djinn}.name`,
      `djinn.${djinn}.text`,
      ...(price ? [`page.rules.price.${price}`] : []),
    ]),
    ...MAGIC.map((item) => `item.${item}.text`),
    ...Array.from({ length: TIPS }, (_, place) => `page.rules.tip.${place + 1}`),
  ];
  expect(keys.filter((key) => !messages[key])).toEqual([]);
});

test('points and prices of the Djinns match the reference', () => {
  const prices: Record<string, string> = { '–': '', 'F, any number': 'bid' };
  const rows = [...reference.matchAll(/^\| (D\d+) \| ([^|(]+?)(?: \([^|]*\))? \| (\d+)(?: ▲)? \| ([^|]+?) \|/gm)];
  const found = rows.map(([, id, name, points, price]) => [id, name!.toLowerCase(), Number(points), prices[price!] ?? price]);
  expect(found).toEqual(DJINNS);
});

test('the Whims match the deck', () => {
  const cards = [...whims.matchAll(/gold = (\d+), +needs = \{ (\w+) = (\d+) \}/g)];
  const deck = cards.map(([, gold, measure, least]) => [measure, Number(least), Number(gold)]);
  expect([...WHIMS].sort()).toEqual(deck.sort());
});

test('accents are folded for the search', () => {
  expect(foldForSearch('Bâtisseurs d’Été')).toBe("batisseurs d'ete");
});
