import { afterEach, expect, test } from 'vitest';
import { isShortcut } from '../../src/ui/shortcuts';

afterEach(() => void (document.body.innerHTML = ''));

/** Whether a key pressed in an element may be used as a shortcut. */
function pressed(selector: string, key: string, init: KeyboardEventInit = {}): boolean {
  let answer = false;
  const listen = (event: KeyboardEvent): void => void (answer = isShortcut(event));
  addEventListener('keydown', listen, { once: true });
  document.querySelector(selector)!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));
  return answer;
}

test('fields keep their keys, but not the list of ways', () => {
  document.body.innerHTML = '<button></button><input><textarea></textarea><select></select><select data-ways></select>';
  expect(pressed('button', 'c')).toBe(true);
  for (const field of ['input', 'textarea', 'select']) expect(pressed(field, 'c')).toBe(false);
  expect(pressed('[data-ways]', 'c')).toBe(true);
});

test('the board and radio buttons keep the arrow keys', () => {
  document.body.innerHTML = '<p class="board"><button></button></p><input type="radio">';
  for (const user of ['.board button', '[type=radio]']) {
    expect([pressed(user, 'ArrowLeft'), pressed(user, 'u')]).toEqual([false, true]);
  }
});

test('keys that were used already, with a modifier or in a dialog are no shortcuts', () => {
  document.body.innerHTML = '<button></button>';
  const button = document.querySelector('button')!;
  expect(pressed('button', 'ArrowLeft', { ctrlKey: true })).toBe(false);
  button.addEventListener('keydown', (event) => event.preventDefault(), { once: true });
  expect(pressed('button', 'ArrowLeft')).toBe(false);
  expect(pressed('button', 'ArrowLeft')).toBe(true);
  document.body.insertAdjacentHTML('beforeend', '<dialog open></dialog>');
  expect(pressed('button', 'ArrowLeft')).toBe(false);
});
