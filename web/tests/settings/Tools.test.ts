import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import Tools from '../../src/settings/Tools.svelte';
import { DEFAULTS, settings } from '../../src/state/settings.svelte';
import { speak } from '../catalogue';

beforeEach(() => {
  speak('en');
  Object.assign(settings, structuredClone(DEFAULTS), { theme: 'light' });
});
afterEach(cleanup);

test('language, theme and sound change with one click', async () => {
  render(Tools);
  await fireEvent.click(screen.getByRole('button', { name: 'FR, Français' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Dark colours' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Sound' }));
  expect(settings).toMatchObject({ language: 'fr', theme: 'dark', sound: false });
  expect(screen.getByRole('button', { name: 'Dark colours' }).getAttribute('aria-pressed')).toBe('true');
});

test('the toolbar opens the settings and links to the rules', async () => {
  render(Tools);
  expect(screen.getByRole('link', { name: 'Rules' }).getAttribute('href')).toBe('/rules');
  await fireEvent.click(screen.getByRole('button', { name: 'Settings' }));
  expect(await screen.findByRole('radiogroup', { name: 'Language' })).toBeTruthy();
});

test('the rules page has no link to itself', () => {
  render(Tools, { rules: false });
  expect(screen.queryByRole('link')).toBeNull();
});
