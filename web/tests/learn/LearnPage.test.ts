import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import LearnPage from '../../src/learn/LearnPage.svelte';
import { doneLessons } from '../../src/state/doneLessons.svelte';
import { LESSONS, isLesson } from '../../src/state/lessons';
import { SPRITES } from '../sprites';
import { speak } from '../catalogue';

beforeEach(() => speak('en'));
afterEach(cleanup);

test('the list shows what is done and goes on with the next lesson', () => {
  const { unmount } = render(LearnPage);
  expect(screen.getByRole('link', { name: 'Start with lesson 1' }).getAttribute('href')).toBe('/learn/sowing');
  expect(screen.getAllByRole('listitem')).toHaveLength(LESSONS.length);
  unmount();
  doneLessons.add('sowing');
  render(LearnPage);
  expect(screen.getByRole('link', { name: 'Go on with lesson 2' }).getAttribute('href')).toBe('/learn/control');
  expect(screen.getByRole('link', { name: /1\. Pick up and sow.*done/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: /2\. Make a tile yours.*next/ })).toBeTruthy();
});

test('a tick that cannot be stored is reported', () => {
  doneLessons.unstored = true;
  render(LearnPage);
  expect(screen.getByText(/The ticks are lost when you close the page/)).toBeTruthy();
});

test('after the last lesson the button leads to a game', () => {
  LESSONS.forEach((lesson) => doneLessons.add(lesson.id));
  render(LearnPage);
  expect(screen.getByRole('link', { name: 'Now play' }).getAttribute('href')).toBe('/');
});

test('every lesson has a picture, and only they are lessons', () => {
  for (const lesson of LESSONS) expect(SPRITES, lesson.id).toContain(lesson.picture);
  expect([isLesson('sowing'), isLesson('chess')]).toEqual([true, false]);
});
