import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import RulesPage from '../../src/rules/RulesPage.svelte';
import { speak } from '../catalogue';

beforeEach(() => speak('fr'));
afterEach(cleanup);

test('every rule has an anchor', () => {
  render(RulesPage);
  for (const id of ['C10', 'T3', 'D13', 'D28', 'I7', 'X8']) expect(document.getElementById(id), id).not.toBeNull();
  expect(screen.getByRole('link', { name: 'Les tribus' }).getAttribute('href')).toBe('#T');
});

test('the search ignores accents', async () => {
  render(RulesPage);
  const field = screen.getByRole('searchbox');
  await fireEvent.input(field, { target: { value: 'batisseurs' } });
  expect(document.getElementById('T4')).not.toBeNull();
  expect(document.getElementById('M9')).toBeNull();
  await fireEvent.input(field, { target: { value: 'e=mc²' } });
  expect(screen.getByRole('status').textContent).toContain('Aucune règle');
});
