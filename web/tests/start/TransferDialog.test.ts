import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import TransferDialog from '../../src/start/TransferDialog.svelte';
import { speak } from '../catalogue';

const ondone = vi.fn();

beforeEach(() => {
  speak('en');
  ondone.mockClear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Choose a file in the dialog, while the engine answers like this. */
async function load(response: Response): Promise<void> {
  vi.stubGlobal('fetch', async () => response);
  render(TransferDialog, { open: true, ondone });
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  Object.defineProperty(input, 'files', { value: [new File(['{}'], 'games.jsonl')] });
  await fireEvent.change(input);
}

test('the dialog says how many games were loaded', async () => {
  await load(Response.json({ tables: 3, skipped: 1 }));
  await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe('3 games loaded. 1 game was there already.'));
  expect(ondone).toHaveBeenCalledOnce();
});

test('a file that is refused changes nothing, and the reason is shown', async () => {
  await load(Response.json({ type: 'refused', code: 'archive_cut', message: 'It is cut off.' }, { status: 400 }));
  await vi.waitFor(() => expect(screen.getByRole('alert').textContent).toBe('It is cut off.'));
  expect(ondone).not.toHaveBeenCalled();
});
