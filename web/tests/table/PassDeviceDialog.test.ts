import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import PassDeviceDialog from '../../src/table/PassDeviceDialog.svelte';
import { speak } from '../catalogue';
import { scene, table } from '../tables';

beforeEach(() => speak('fr'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the dialog names the next player, and its focused button opens the table', async () => {
  const onopen = vi.fn();
  render(PassDeviceDialog, { table: table({ seats: [0, 1], scene: scene({ asked: { seat: 1, decision: 'Moving' } }) }), onopen });
  const dialog = screen.getByRole('dialog', { name: 'À Bob de jouer' });
  expect(dialog.getAttribute('aria-modal')).toBe('true');
  const button = screen.getByRole('button', { name: 'Je suis Bob' });
  expect(document.activeElement).toBe(button);
  await fireEvent.click(button);
  expect(onopen).toHaveBeenCalledOnce();
});
