import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveBestResult } from '../../src/solo/bestResult';
import { route } from '../../src/state/route.svelte';
import { firstGame } from '../../src/state/firstGame.svelte';
import { DEFAULTS, settings } from '../../src/state/settings.svelte';
import { site } from '../../src/state/site.svelte';
import StartPage from '../../src/start/StartPage.svelte';
import { speak } from '../catalogue';

const posted: unknown[] = [];

function server(
  lists: Record<string, unknown[]> = {},
  created = Response.json({ table: 'new', number: 2, secrets: { '0': 's' } }),
  about: object = {},
): void {
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path === '/api/about')
      return Response.json({
        version: '1',
        protocol: 1,
        bots: ['traveller', 'merchant', 'sultan'],
        expansions: [],
        promos: ['dhenim'],
        languages: [],
        ...about,
      });
    if (init?.method === 'POST') {
      posted.push(JSON.parse(String(init.body)));
      return created;
    }
    const show = /show=(\w+)/.exec(path)?.[1] ?? '';
    return Response.json({ tables: lists[show] ?? [] });
  });
}

beforeEach(() => {
  speak('en');
  localStorage.clear();
  posted.length = 0;
  Object.assign(settings, structuredClone(DEFAULTS));
  route.go('/');
});
afterEach(() => {
  site.engine = 'none';
  site.stored = true;
  cleanup();
  vi.unstubAllGlobals();
});

test('one click starts a solo game', async () => {
  server();
  render(StartPage);
  await fireEvent.submit(screen.getByRole('form', { name: 'Solo' }));
  await vi.waitFor(() => expect(route.path).toBe('/table/new'));
  expect(posted).toMatchObject([{ options: { players: 1 } }]);
});

test('the guided game is the first button of a new visitor, and the ways to play are those of others', async () => {
  server();
  render(StartPage);
  const names = (): string[] => [...document.querySelectorAll('.primary')].map((button) => button.textContent!.trim());
  await vi.waitFor(() => expect(document.querySelectorAll('[data-first-game].primary')).toHaveLength(1));
  expect(names()).toHaveLength(1);
  firstGame.markPlayed();
  await vi.waitFor(() => expect(names()).toEqual(['Play solo', 'Play']));
});

test('once the coach has explained everything, the first game goes on with tips', async () => {
  server({ mine: [{ table: 'guided', phase: 'running', options: {}, seats: [], created: 0, turn: 0 }] });
  firstGame.begin('guided');
  render(StartPage);
  const offer = (): string => document.querySelector('[data-first-game]')?.textContent?.trim() ?? '';
  await vi.waitFor(() => expect(offer()).toBe('Go on with the guided gameFive turns with a coach'));
  firstGame.markExplained();
  await vi.waitFor(() => expect(offer()).toBe('Go on with your first gameIt continues, with tips'));
});

test('the bots of the server are listed by name', async () => {
  server();
  render(StartPage);
  await vi.waitFor(() => expect(screen.queryByRole('radio', { name: 'Fierce' })).toBeNull());
  expect(screen.getByRole('radio', { name: 'Calm' })).toBeTruthy();
});

test('an expansion enables the fifth player', async () => {
  server();
  render(StartPage);
  const five = (): HTMLInputElement[] => screen.getAllByRole<HTMLInputElement>('radio', { name: '5' });
  expect(five().every((radio) => radio.disabled)).toBe(true);
  await fireEvent.click(screen.getByRole('switch', { name: /Artisans/ }));
  expect(five().some((radio) => radio.disabled)).toBe(false);
  expect(settings.boxes).toEqual(['artisans']);
});

test('own games and open tables are listed with links', async () => {
  const seats = [
    { kind: 'person', name: 'Ann', yours: true },
    { kind: 'person', name: 'Bob' },
  ];
  server({
    mine: [{ table: 'one', phase: 'running', options: {}, seats, created: 0, turn: 0 }],
    open: [{ table: 'two', phase: 'lobby', options: {}, seats: [{ kind: 'person', name: 'Kofi' }, {}], created: 0 }],
  });
  render(StartPage);
  const go = await screen.findByRole('link', { name: 'Resume' });
  expect(go.getAttribute('href')).toBe('/table/one');
  expect(screen.getByText(/^your turn/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Join' }).getAttribute('href')).toBe('/table/two');
});

test('the message of a refusal is shown', async () => {
  server(
    {},
    Response.json({ type: 'refused', code: 'too_many_tables', message: 'You sit at 50 unfinished tables already.' }, { status: 409 }),
  );
  render(StartPage);
  await fireEvent.submit(screen.getByRole('form', { name: 'Against bots' }));
  expect((await screen.findByRole('alert')).textContent).toBe('You sit at 50 unfinished tables already.');
  expect(route.path).toBe('/');
});

test('an unreachable server is reported, and the page stays usable', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('gone')));
  render(StartPage);
  expect((await screen.findByRole('status')).textContent).toContain('cannot be reached');
  expect(screen.getByRole('form', { name: 'Solo' })).toBeTruthy();
});

test('a server that has the offline site links to it', async () => {
  server({}, undefined, { offline: true });
  render(StartPage);
  const link = await screen.findByRole('link', { name: 'Play without a connection' });
  expect(link.title).toContain('Its games stay in this browser');
  expect(link.getAttribute('href')).toBe('/offline/');
  const click = new MouseEvent('click', { bubbles: true, cancelable: true });
  let followed = false;
  addEventListener(
    'click',
    (event) => {
      followed = !event.defaultPrevented; // the browser loads it: the router does not know it
      event.preventDefault();
    },
    { once: true },
  );
  link.dispatchEvent(click);
  expect(followed).toBe(true);
  expect(route.path).toBe('/');
});

test('the link is in the language of the page', async () => {
  speak('fr');
  server({}, undefined, { offline: true });
  render(StartPage);
  expect(await screen.findByRole('link', { name: 'Jouer sans connexion' })).toBeTruthy();
});

test('a server without the offline site has no link to it', async () => {
  server();
  render(StartPage);
  await vi.waitFor(() => expect(screen.queryByRole('radio', { name: 'Fierce' })).toBeNull());
  expect(screen.queryByRole('link', { name: 'Play without a connection' })).toBeNull();
});

test('the best solo game of this browser is shown', () => {
  server();
  saveBestResult(231, 2);
  saveBestResult(180, 0);
  render(StartPage);
  expect(screen.getByText(/Your best: 231, Al-Rashid the Ambitious/)).toBeTruthy();
});

test('the site shows how far its engine is, and how to get a server for playing online', () => {
  server();
  site.engine = 'loading';
  site.progress = 0.284;
  render(StartPage);
  expect(screen.getByRole('progressbar', { name: 'Loading the game: 28 %' })).toBeTruthy();
  expect(screen.getByText(/needs a server/)).toBeTruthy();
  expect(screen.queryByRole('form', { name: 'Online' })).toBeNull();
  expect(screen.queryByText('Open tables')).toBeNull();
});

test.each([
  ['newer', 'A newer version of Naqala'],
  ['broken', 'could not be loaded'],
] as const)('the site says why its engine does not start: %s', (engine, text) => {
  server();
  site.engine = engine;
  render(StartPage);
  expect(screen.getByRole('alert').textContent).toContain(text);
});

test('the site says so where nothing can be stored', () => {
  server();
  site.engine = 'ready';
  site.stored = false;
  render(StartPage);
  expect(screen.getByText(/are not stored/)).toBeTruthy();
});
