// How a page calls for its player: the title, the sign in the tab, a sound, a notification.

import type { Table } from '../table/table.svelte';
import { settings } from './settings.svelte';
import { allowSound, play, soundsOf } from './sounds';
import { say, words } from './words.svelte';

/** How far apart the sounds of one action are, in seconds. */
const APART = 0.28;

/** What the tab is called. */
export function titleOf(table: Table): string {
  if (!table.info) return 'Naqala';
  if (table.info.phase === 'over' || table.over) return say('log.tab_over');
  if (table.info.phase !== 'running') return say('log.tab_lobby');
  if (table.mine) return table.shared ? say('log.tab_turn_of', { name: table.nameOf(table.turn) }) : say('log.tab_turn');
  return table.turn >= 0 ? say('log.tab_waits', { name: table.nameOf(table.turn) }) : 'Naqala';
}

/** Ask whether this page may notify; the answer is kept as the setting. */
export async function allowNotices(): Promise<boolean> {
  if (typeof Notification === 'undefined') return (settings.notify = false);
  const answer = Notification.permission === 'default' ? await Notification.requestPermission() : Notification.permission;
  return (settings.notify = answer === 'granted');
}

/** Which table this is: who else plays there. */
export function whereabouts(table: Table): string {
  const others = (table.info?.seats ?? []).map((_, seat) => seat).filter((seat) => !table.seats.includes(seat));
  return others.length ? say('log.notice_with', { names: words.list(others.map((seat) => table.nameOf(seat))) }) : 'Naqala';
}

function notify(title: string, table: Table): void {
  const may = settings.notify && document.hidden && typeof Notification !== 'undefined' && Notification.permission === 'granted';
  if (!may) return;
  try {
    const notice = new Notification(title, { body: whereabouts(table), tag: table.name, icon: '/icon-192.png' });
    notice.onclick = () => {
      // The tab that called comes to the front.
      window.focus();
      notice.close();
    };
  } catch {
    // Some phones notify from service workers only; the title and the sound remain.
  }
}

/** The sign in the tab: with a dot while it is this player's turn. */
function mark(dotted: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (link) link.href = dotted ? '/icon-turn.svg' : '/icon.svg';
}

/** Call for the player of a table; to be called while the component of its page is made. */
export function attend(table: Table): void {
  $effect(allowSound);

  $effect(() => {
    document.title = titleOf(table);
    return () => (document.title = 'Naqala');
  });

  // A signal is for others' pages in other tabs: with nobody else to wait for it would only disturb.
  const calls = $derived(table.mine && (table.info?.seats ?? []).length > 1 && !table.shared);
  $effect(() => {
    mark(table.mine);
    return () => mark(false);
  });

  let called = false;
  $effect(() => {
    if (calls && !called) {
      play('turn', 0.3);
      notify(say('log.notice_turn'), table);
    }
    called = calls;
  });

  $effect(() =>
    table.onHappened((entries) => {
      const said = entries.find((entry) => entry.kind === 'said' && !table.seats.includes(entry.seat ?? -1));
      if (said) {
        play('chat');
        notify(say('chat.says', { name: said.name ?? '', text: said.text ?? '' }), table);
      }
      const events = entries.filter((entry) => entry.kind === 'act').flatMap((entry) => entry.events ?? []);
      soundsOf(events).forEach((sound, nth) => play(sound, nth * APART));
    }),
  );
}
