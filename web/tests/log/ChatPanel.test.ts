import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { Chat } from '../../src/log/chat.svelte';
import ChatPanel from '../../src/log/ChatPanel.svelte';
import { Refusal } from '../../src/wire/api';
import { speak } from '../catalogue';
import { addEntries, chatEntry, table } from '../tables';
import { filled } from '../fixtures';

afterEach(cleanup);

test('markup in messages and names is shown as text', () => {
  const { container } = render(ChatPanel, { table: table({ log: [chatEntry(1, -1, '<i>Eve</i>', '<img src=x onerror=alert(1)>')] }) });
  expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeTruthy();
  expect(screen.getByText('<i>Eve</i>')).toBeTruthy();
  expect(container.querySelector('img, i')).toBeNull();
});

test('sending a message clears the field', async () => {
  const made = table();
  const send = vi.spyOn(made, 'send').mockResolvedValue(filled('Accepted', { type: 'accepted', id: '1', number: 2 }));
  render(ChatPanel, { table: made });
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'page.chat.message' });
  await fireEvent.input(field, { target: { value: 'Good luck!' } });
  await fireEvent.click(screen.getByRole('button', { name: 'page.chat.send' }));
  expect(send).toHaveBeenCalledWith({ type: 'say', text: 'Good luck!' });
  await waitFor(() => expect(field.value).toBe(''));
});

test('a spectator enters a name', async () => {
  const made = table({ seats: [] });
  const send = vi.spyOn(made, 'send').mockResolvedValue(filled('Accepted', { type: 'accepted', id: '1', number: 2 }));
  render(ChatPanel, { table: made });
  await fireEvent.input(screen.getByRole('textbox', { name: 'page.chat.name' }), { target: { value: ' Eve ' } });
  await fireEvent.input(screen.getByRole('textbox', { name: 'page.chat.message' }), { target: { value: 'Nice' } });
  await fireEvent.click(screen.getByRole('button', { name: 'page.chat.send' }));
  expect(send).toHaveBeenCalledWith({ type: 'say', text: 'Nice', name: 'Eve' });
});

test('the message of a refusal is shown, and the text is kept', async () => {
  const made = table();
  vi.spyOn(made, 'send').mockRejectedValue(new Refusal('bad_text', 'Say something with visible characters.'));
  render(ChatPanel, { table: made });
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'page.chat.message' });
  await fireEvent.input(field, { target: { value: 'x' } });
  await fireEvent.click(screen.getByRole('button', { name: 'page.chat.send' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Say something with visible characters.');
  expect(field.value).toBe('x');
});

test('messages of others are unread until the chat is shown', () => {
  const made = table({ log: [chatEntry(1, 1, 'Bob', 'before the page loaded')] });
  const chat = new Chat(made);
  expect(chat.unread).toBe(0);
  addEntries(made, [chatEntry(2, 1, 'Bob', 'Hello'), chatEntry(3, 0, 'Ann', 'Hi')]);
  expect(chat.unread, 'own messages do not count').toBe(1);
  chat.show();
  expect(chat.unread).toBe(0);
  addEntries(made, [chatEntry(4, 1, 'Bob', 'Still there?')]);
  expect(chat.unread, 'not counted while visible').toBe(0);
  chat.hide();
  addEntries(made, [chatEntry(5, 1, 'Bob', 'Bye')]);
  expect(chat.unread).toBe(1);
});

test.each(['en', 'fr'] as const)('times are in 24-hour format (%s)', (language) => {
  speak(language);
  const message = { ...chatEntry(1, 1, 'Bob', 'Hello'), at: new Date(2026, 4, 1, 14, 5).getTime() };
  render(ChatPanel, { table: table({ log: [message] }) });
  expect(document.querySelector('time')!.textContent).toBe('14:05');
});
