import { afterEach, expect, test, vi } from 'vitest';
import { copyText } from '../../src/state/clipboard';

afterEach(() => vi.unstubAllGlobals());

test('a text is copied to the clipboard', async () => {
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  expect(await copyText('http://naqala.test/')).toBe(true);
  expect(writeText).toHaveBeenCalledWith('http://naqala.test/');
});

test('copying fails without a clipboard', async () => {
  vi.stubGlobal('navigator', {});
  expect(await copyText('http://naqala.test/')).toBe(false);
});
