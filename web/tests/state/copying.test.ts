import { afterEach, expect, test, vi } from 'vitest';
import { copy } from '../../src/state/copying';

afterEach(() => vi.unstubAllGlobals());

test('a text is put on the clipboard', async () => {
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  expect(await copy('http://naqala.test/')).toBe(true);
  expect(writeText).toHaveBeenCalledWith('http://naqala.test/');
});

test('a page without a clipboard is told so', async () => {
  vi.stubGlobal('navigator', {});
  expect(await copy('http://naqala.test/')).toBe(false);
});
