import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { Chat } from '../../src/log/chat.svelte';
import ChatPanel from '../../src/log/ChatPanel.svelte';
import { Refusal } from '../../src/wire/api';
import { speak } from '../catalogue';
import { happen, said, table } from '../tables';
import { filled } from '../sent';

afterEach(cleanup);

test('markup in a message and in a name is text', () => {
  const { container } = render(ChatPanel, { table: table({ log: [said(1, -1, '<i>Eve</i>', '<img src=x onerror=alert(1)>')] }) });
  expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeTruthy();
  expect(screen.getByText('<i>Eve</i>')).toBeTruthy();
  expect(container.querySelector('img, i')).toBeNull();
});

test('what is sent is said, and the field is empty again', async () => {
  const made = table();
  const send = vi.spyOn(made, 'send').mockResolvedValue(filled('Accepted', { type: 'accepted', id: '1', number: 2 }));
  render(ChatPanel, { table: made });
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'page.chat.message' });
  await fireEvent.input(field, { target: { value: 'Good luck!' } });
  await fireEvent.click(screen.getByRole('button', { name: 'page.chat.send' }));
  expect(send).toHaveBeenCalledWith({ type: 'say', text: 'Good luck!' });
  await waitFor(() => expect(field.value).toBe(''));
});

test('who only watches tells a name', async () => {
  const made = table({ seats: [] });
  const send = vi.spyOn(made, 'send').mockResolvedValue(filled('Accepted', { type: 'accepted', id: '1', number: 2 }));
  render(ChatPanel, { table: made });
  await fireEvent.input(screen.getByRole('textbox', { name: 'page.chat.name' }), { target: { value: ' Eve ' } });
  await fireEvent.input(screen.getByRole('textbox', { name: 'page.chat.message' }), { target: { value: 'Nice' } });
  await fireEvent.click(screen.getByRole('button', { name: 'page.chat.send' }));
  expect(send).toHaveBeenCalledWith({ type: 'say', text: 'Nice', name: 'Eve' });
});

test('a refusal is shown as its sentence, and the text stays', async () => {
  const made = table();
  vi.spyOn(made, 'send').mockRejectedValue(new Refusal('bad_text', 'Say something with visible characters.'));
  render(ChatPanel, { table: made });
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'page.chat.message' });
  await fireEvent.input(field, { target: { value: 'x' } });
  await fireEvent.click(screen.getByRole('button', { name: 'page.chat.send' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Say something with visible characters.');
  expect(field.value).toBe('x');
});

test('messages of others are unread until somebody looks', () => {
  const made = table({ log: [said(1, 1, 'Bob', 'before the page came')] });
  const chat = new Chat(made);
  expect(chat.unread).toBe(0);
  happen(made, [said(2, 1, 'Bob', 'Hello'), said(3, 0, 'Ann', 'Hi')]);
  expect(chat.unread, 'the own message counts for nothing').toBe(1);
  chat.show();
  expect(chat.unread).toBe(0);
  happen(made, [said(4, 1, 'Bob', 'Still there?')]);
  expect(chat.unread, 'read as it came').toBe(0);
  chat.hide();
  happen(made, [said(5, 1, 'Bob', 'Bye')]);
  expect(chat.unread).toBe(1);
});

test.each(['en', 'fr'] as const)('the time of a message is that of a clock with 24 hours (%s)', (language) => {
  speak(language);
  const message = { ...said(1, 1, 'Bob', 'Hello'), at: new Date(2026, 4, 1, 14, 5).getTime() };
  render(ChatPanel, { table: table({ log: [message] }) });
  expect(document.querySelector('time')!.textContent).toBe('14:05');
});
