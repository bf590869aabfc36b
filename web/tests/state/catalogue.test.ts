/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CATALOGUES } from '../catalogue';

const SOURCE = join(import.meta.dirname, '../../src');
const FORMS = /\.(zero|one|two|few|many|other)$/;

const texts = readdirSync(SOURCE, { recursive: true, encoding: 'utf-8' })
  .filter((path) => /\.(ts|svelte)$/.test(path) && !path.endsWith('.d.ts'))
  .map((path) => readFileSync(join(SOURCE, path), 'utf-8').replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$|<!--[\s\S]*?-->/gm, ''));

/** Every text in quotes, and every one that is made of parts. */
const quoted = texts.flatMap((text) => [...text.matchAll(/'([^'\\\n]+)'/g)].map((found) => found[1]!));
const made = texts.flatMap((text) => [...text.matchAll(/`([^`\n]*)`/g)].map((found) => found[1]!));

/** The keys of a catalogue without their number forms. */
const keys = (language: string): Set<string> => new Set(Object.keys(CATALOGUES[language]!).flatMap((key) => [key, key.replace(FORMS, '')]));
const SECTIONS = [...new Set([...keys('en')].filter((key) => key.startsWith('page.')).map((key) => key.split('.')[1]!))];

test.each(Object.keys(CATALOGUES))('every key that the page names is in the catalogue of %s', (language) => {
  const known = keys(language);
  const said = texts.flatMap((text) => [...text.matchAll(/\bwords\.say\('([^']+)'/g)].map((found) => found[1]!));
  const ofPage = quoted.filter((text) => new RegExp(`^(${SECTIONS.join('|')})\\.[\\w.-]+$`).test(text));
  expect(ofPage.length, 'keys are found at all').toBeGreaterThan(200);
  expect([...said, ...ofPage.map((key) => `page.${key}`)].filter((key) => !known.has(key))).toEqual([]);
});

test('every text of the page is used somewhere', () => {
  const exact = new Set(quoted.map((text) => text.replace(/^page\./, '')));
  // `start.${mode}_text` stands for each key that begins and ends so.
  const patterns = made
    .filter((text) => /^(page\.)?[a-z]+\.[\w.]*\$\{/.test(text))
    .map(
      (text) =>
        new RegExp(
          `^${text
            .replace(/^page\./, '')
            .replace(/\$\{.*?\}(?=[\w.]|$|\$)/g, '\u0000')
            .replaceAll('.', '\\.')
            .replaceAll('\u0000', "[\\w'+/-]+")}$`,
        ),
    );
  const dead = [
    ...new Set(
      Object.keys(CATALOGUES.en!)
        .filter((key) => key.startsWith('page.'))
        .map((key) => key.slice(5)),
    ),
  ].filter((key) => {
    const bare = key.replace(FORMS, '');
    return !exact.has(key) && !exact.has(bare) && !patterns.some((pattern) => pattern.test(key) || pattern.test(bare));
  });
  expect(dead).toEqual([]);
});

test.each(Object.keys(CATALOGUES))('%s has the keys of English', (language) => {
  const stems = (code: string): string[] => [...new Set(Object.keys(CATALOGUES[code]!).map((key) => key.replace(FORMS, '')))].sort();
  expect(stems(language)).toEqual(stems('en'));
});
