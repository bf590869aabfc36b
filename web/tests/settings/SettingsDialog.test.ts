import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import SettingsDialog from '../../src/settings/SettingsDialog.svelte';
import { DEFAULTS, settings } from '../../src/state/settings.svelte';
import { speak } from '../catalogue';

beforeEach(() => {
  speak('en');
  Object.assign(settings, structuredClone(DEFAULTS));
  render(SettingsDialog, { open: true });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('each choice changes the setting immediately', async () => {
  await fireEvent.click(screen.getByRole('radio', { name: 'Français' }));
  await fireEvent.click(screen.getByRole('radio', { name: 'Dark' }));
  await fireEvent.click(screen.getByRole('radio', { name: 'Off' }));
  await fireEvent.click(screen.getByRole('switch', { name: /Letters/ }));
  expect(settings).toMatchObject({ language: 'fr', theme: 'dark', speed: 0, letters: true });
});

test('notifications stay off if the browser denies them', async () => {
  vi.stubGlobal('Notification', { requestPermission: async () => 'denied' });
  await fireEvent.click(screen.getByRole('switch', { name: /Notifications/ }));
  expect((await screen.findByRole('alert')).textContent).toContain('does not allow');
  expect(settings.notify).toBe(false);
});

test('in an insecure context the reason for missing notifications is shown', async () => {
  vi.stubGlobal('isSecureContext', false);
  await fireEvent.click(screen.getByRole('switch', { name: /Notifications/ }));
  expect((await screen.findByRole('alert')).textContent).toContain('https');
  expect(settings.notify).toBe(false);
});

test('notifications are on once they are permitted', async () => {
  vi.stubGlobal('Notification', { requestPermission: async () => 'granted' });
  await fireEvent.click(screen.getByRole('switch', { name: /Notifications/ }));
  await vi.waitFor(() => expect(settings.notify).toBe(true));
  expect(screen.queryByRole('alert')).toBeNull();
});
