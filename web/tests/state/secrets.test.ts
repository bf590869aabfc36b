import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fillStorage } from '../fullStorage';
import { acceptLink, saveSecret, seatLink, secretOf, secretsOf } from '../../src/state/secrets';

beforeEach(() => localStorage.clear());
afterEach(() => {
  history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
});

test('secrets are stored by table and seat', () => {
  saveSecret('abc', 0, 'one');
  saveSecret('abc', 2, 'two');
  saveSecret('xyz', 0, 'other');
  expect([secretsOf('abc'), secretOf('abc', 2), secretOf('abc', 1)]).toEqual([['one', 'two'], 'two', '']);
  saveSecret('abc', 0, 'anew');
  expect(secretsOf('abc')).toEqual(['anew', 'two']);
  expect(secretsOf('none')).toEqual([]);
});

test('a seat link stores the secret and removes it from the URL', () => {
  history.replaceState(null, '', '/table/abc?moment=3#seat=1:s3-cr_et');
  const steps = history.length;
  acceptLink('abc');
  expect(secretOf('abc', 1)).toBe('s3-cr_et');
  expect(location.pathname + location.search + location.hash).toBe('/table/abc?moment=3');
  expect(history.length, 'no step back to it').toBe(steps);
});

test('a created seat link is accepted', () => {
  const link = new URL(seatLink('abc', 3, 'Se-cr_et9'));
  expect(link.search, 'no server sees it').toBe('');
  history.replaceState(null, '', link.pathname + link.hash);
  acceptLink('abc');
  expect(secretOf('abc', 3)).toBe('Se-cr_et9');
});

test.each(['', '#rules', '#seat=x:y', '#seat=1:', '#seat=1:a b'])(
  'a URL with the fragment %j gives no seat and does not change',
  (hash) => {
    history.replaceState(null, '', `/table/abc${hash}`);
    const before = location.href;
    acceptLink('abc');
    expect([secretsOf('abc'), location.href]).toEqual([[], before]);
  },
);

test.each(['{', 'null', '7', '"x"', '{"abc": null}', '{"abc": "x"}', '{"abc": {"0": 5}}'])(
  'corrupt secrets (%s) are ignored, and new ones can be stored',
  (stored) => {
    localStorage.setItem('naqala.seats', stored);
    expect([secretsOf('abc'), secretOf('abc', 0)]).toEqual([[], '']);
    saveSecret('abc', 0, 'one');
    expect(secretsOf('abc')).toEqual(['one']);
  },
);

test('a table can be opened without storage', () => {
  const setItem = fillStorage();
  expect(() => saveSecret('abc', 0, 'one')).not.toThrow();
  expect(setItem).toHaveBeenCalled();
});
