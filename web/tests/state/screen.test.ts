import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test('the layout follows the room there is', async () => {
  const query = Object.assign(new EventTarget(), { matches: true });
  vi.stubGlobal('matchMedia', () => query);
  vi.resetModules();
  const { screen } = await import('../../src/state/screen.svelte');
  expect(screen.narrow).toBe(true);
  query.matches = false;
  query.dispatchEvent(new Event('change'));
  expect(screen.narrow).toBe(false);
});
