import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import UpdateNotice from '../../src/ui/UpdateNotice.svelte';
import { upgrade } from '../../src/wire/upgrade.svelte';
import { speak } from '../catalogue';

beforeEach(() => speak('en'));
afterEach(cleanup);

test('the notice can be dismissed only if the page still works', async () => {
  upgrade.checkVersion('1');
  upgrade.checkVersion('2');
  render(UpdateNotice);
  expect(screen.getByRole('alert').textContent).toContain('Naqala was updated.');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Later' }));
  expect(upgrade.needed).toBe('no');
  cleanup();
  upgrade.require();
  render(UpdateNotice);
  expect(screen.queryByRole('button', { name: 'Later' })).toBeNull();
});
