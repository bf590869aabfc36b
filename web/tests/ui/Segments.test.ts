import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import Segments from '../../src/ui/Segments.svelte';

afterEach(cleanup);

const options = [
  { value: 2, text: '2' },
  { value: 3, text: '3' },
  { value: 4, text: '4', disabled: true },
];

test('arrow keys walk over what is open, round and round', async () => {
  const chosen: number[] = [];
  render(Segments<number>, { label: 'Players', options, value: 2, onchange: (value: number) => chosen.push(value) });
  const group = screen.getByRole('radiogroup', { name: 'Players' });
  await fireEvent.keyDown(group, { key: 'ArrowRight' });
  await fireEvent.keyDown(group, { key: 'ArrowRight' });
  await fireEvent.keyDown(group, { key: 'ArrowLeft' });
  expect(chosen).toEqual([3, 2, 3]);
  expect(document.activeElement?.textContent).toBe('3');
});

test('one of them is reached by Tab', () => {
  render(Segments<number>, { label: 'Players', options, value: 9 });
  expect(screen.getAllByRole('radio').map((radio) => radio.tabIndex)).toEqual([0, -1, -1]);
});
