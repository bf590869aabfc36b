import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import SegmentedControl from '../../src/ui/SegmentedControl.svelte';

afterEach(cleanup);

const options = [
  { value: 2, text: '2' },
  { value: 3, text: '3' },
  { value: 4, text: '4', disabled: true },
];
const radio = (name: string): HTMLInputElement => screen.getByRole<HTMLInputElement>('radio', { name });

test('the options are native radio buttons of one named group', () => {
  render(SegmentedControl<number>, { label: 'Players', options, value: 2 });
  expect(screen.getByRole('radiogroup', { name: 'Players' })).toBeTruthy();
  const radios = screen.getAllByRole<HTMLInputElement>('radio');
  expect(radios.map((each) => each.type)).toEqual(['radio', 'radio', 'radio']);
  expect(new Set(radios.map((each) => each.name)).size).toBe(1);
  expect(radios.map((each) => each.checked)).toEqual([true, false, false]);
  expect(radios.map((each) => each.disabled)).toEqual([false, false, true]);
});

test('choosing an option reports its value with its own type', async () => {
  const chosen: number[] = [];
  render(SegmentedControl<number>, { label: 'Players', options, value: 2, onchange: (value: number) => chosen.push(value) });
  await fireEvent.click(radio('3'));
  expect(chosen).toEqual([3]);
  expect(radio('3').checked).toBe(true);
  expect(radio('2').checked).toBe(false);
});

test('the checked option follows the value', async () => {
  const shown = render(SegmentedControl<number>, { label: 'Players', options, value: 2 });
  await shown.rerender({ value: 3 });
  expect(radio('3').checked).toBe(true);
});

test('two groups on one page do not share a choice', () => {
  render(SegmentedControl<number>, { label: 'Players', options, value: 2 });
  render(SegmentedControl<number>, { label: 'Opponents', options, value: 2 });
  expect(screen.getAllByRole<HTMLInputElement>('radio', { name: '2' }).map((each) => each.checked)).toEqual([true, true]);
});
