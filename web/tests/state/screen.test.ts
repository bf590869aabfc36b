import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test('the layout follows the size of the window', async () => {
  const query = Object.assign(new EventTarget(), { matches: true });
  vi.stubGlobal('matchMedia', (media: string) => (media.includes('width') ? query : { matches: false, addEventListener: () => {} }));
  vi.resetModules();
  const { screen } = await import('../../src/state/screen.svelte');
  expect(screen.narrow).toBe(true);
  query.matches = false;
  query.dispatchEvent(new Event('change'));
  expect(screen.narrow).toBe(false);
});

test.each([
  [16, false],
  [20, true],
  [32, true],
])('with a font size of %d pixels the layout is narrow: %s', async (size, large) => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  document.documentElement.style.fontSize = `${size}px`;
  vi.resetModules();
  const { screen } = await import('../../src/state/screen.svelte');
  document.documentElement.style.fontSize = '';
  expect([screen.large, screen.narrow]).toEqual([large, large]);
  expect(document.documentElement.classList.contains('large')).toBe(large);
});

test('a small laptop is low until its window grows', async () => {
  const query = Object.assign(new EventTarget(), { matches: true });
  vi.stubGlobal('matchMedia', (media: string) =>
    media === '(max-height: 799px)' ? query : { matches: false, addEventListener: () => {} },
  );
  vi.resetModules();
  const { screen } = await import('../../src/state/screen.svelte');
  expect([screen.low, screen.narrow]).toEqual([true, false]);
  query.matches = false;
  query.dispatchEvent(new Event('change'));
  expect(screen.low).toBe(false);
});
