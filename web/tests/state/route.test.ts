import { fireEvent } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { internalLink, route } from '../../src/state/route.svelte';

beforeEach(() => {
  vi.stubGlobal('scrollTo', vi.fn());
  route.replace('/');
});
afterEach(() => {
  document.body.innerHTML = '';
  vi.unstubAllGlobals();
});

test('a path has parts, regardless of extra slashes', () => {
  route.go('/table/abc/?moment=3');
  expect([route.parts, route.search]).toEqual([['table', 'abc'], '?moment=3']);
  route.go('/');
  expect([route.parts, route.search]).toEqual([[], '']);
});

test('go adds a history entry, replace does not', () => {
  const steps = history.length;
  route.go('/rules');
  expect(history.length).toBe(steps + 1);
  route.replace('/table/abc');
  expect([history.length, route.path]).toEqual([steps + 1, '/table/abc']);
});

test('the route follows the browser’s back button', () => {
  route.go('/rules');
  history.replaceState(null, '', '/table/abc');
  dispatchEvent(new PopStateEvent('popstate'));
  expect(route.path).toBe('/table/abc');
});

function link(href: string): { press(more?: MouseEventInit): Promise<boolean>; destroy(): void } {
  const made = document.body.appendChild(Object.assign(document.createElement('a'), { href }));
  made.setAttribute('href', href);
  const { destroy } = internalLink(made);
  // Prevents the navigation in any case, after noting whether the action did.
  let prevented = false;
  document.body.addEventListener('click', (event) => ((prevented = event.defaultPrevented), event.preventDefault()), { once: true });
  return { press: async (more = {}) => (await fireEvent.click(made, { button: 0, ...more }), prevented), destroy };
}

test('an internal link is followed without reloading', async () => {
  expect(await link('/rules').press()).toBe(true);
  expect(route.path).toBe('/rules');
});

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])(
  'a click with a modifier or another button (%o) is left to the browser',
  async (how) => {
    expect(await link('/rules').press(how)).toBe(false);
    expect(route.path).toBe('/');
  },
);

test('a destroyed link is no longer intercepted', async () => {
  const made = link('/rules');
  made.destroy();
  expect(await made.press()).toBe(false);
});

test('a route can be in the query, for hosts that serve only files', () => {
  route.keepIn('query');
  try {
    expect(route.href('/')).toBe('./');
    expect(route.href('/rules#minute')).toBe('./?/rules#minute');
    expect(route.href('/table/abc?moment=3')).toBe('./?/table/abc&moment=3');
    route.go('/table/abc?moment=3');
    expect([location.search, route.parts, route.search]).toEqual(['?/table/abc&moment=3', ['table', 'abc'], '?moment=3']);
    route.replace('/');
    expect([location.search, route.path, route.search]).toEqual(['', '/', '']);
  } finally {
    route.keepIn('path');
  }
});
