// Gets the player's attention: page title, favicon, sounds and notifications.

import type { Table } from './table.svelte';
import { asset } from '../state/assets';
import { notify } from '../state/notifications';
import { settings } from '../state/settings.svelte';
import { unlockAudio, play, soundsOf } from '../state/sounds';
import { say, words } from '../state/words.svelte';

/** The delay between the sounds of one action, in seconds. */
const SOUND_INTERVAL_S = 0.28;

/** The title of the browser tab. */
export function titleOf(table: Table): string {
  if (!table.info) return 'Naqala';
  if (table.info.phase === 'over' || table.over) return say('log.tab_over');
  if (table.info.phase !== 'running') return say('log.tab_lobby');
  if (table.myTurn) return table.shared ? say('log.tab_turn_of', { name: table.nameOf(table.turn) }) : say('log.tab_turn');
  return table.turn >= 0 ? say('log.tab_waits', { name: table.nameOf(table.turn) }) : 'Naqala';
}

/** Identifies the table in a notification by the names of the other players. */
export function notificationText(table: Table): string {
  const others = table.allSeats.map((_, seat) => seat).filter((seat) => !table.seats.includes(seat));
  return others.length ? say('log.notice_with', { names: words.list(others.map((seat) => table.nameOf(seat))) }) : 'Naqala';
}

/** Show a notification if the page is hidden. */
function notifyIfHidden(title: string, table: Table): void {
  if (settings.notify && document.hidden) void notify(title, notificationText(table), table.name);
}

/** Set the favicon, with a dot while it is this player's turn. */
function setFavicon(dotted: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (link) link.href = asset(dotted ? 'icon-turn.svg' : 'icon.svg');
}

/** Play the sounds of what happens at a table. Call it while a component initialises. */
export function playSounds(table: Table): void {
  $effect(unlockAudio);
  $effect(() =>
    table.onEntries((entries) => {
      const events = entries.filter((entry) => entry.kind === 'act').flatMap((entry) => entry.events);
      soundsOf(events).forEach((sound, nth) => play(sound, nth * SOUND_INTERVAL_S));
    }),
  );
}

/** Notify the player of turns and chat as the table changes. Call it while a component initialises. */
export function callForAttention(table: Table): void {
  playSounds(table);

  $effect(() => {
    document.title = titleOf(table);
    return () => (document.title = 'Naqala');
  });

  // Without other players to wait for, as in a solo game or on a shared screen, signals would only disturb.
  const needsSignal = $derived(table.myTurn && table.allSeats.length > 1 && !table.shared);
  $effect(() => {
    setFavicon(table.myTurn);
    return () => setFavicon(false);
  });

  let signalled = false;
  $effect(() => {
    if (needsSignal && !signalled) {
      play('turn', 0.3);
      notifyIfHidden(say('log.notice_turn'), table);
    }
    signalled = needsSignal;
  });

  $effect(() =>
    table.onEntries((entries) => {
      const message = entries.find((entry) => entry.kind === 'said' && !table.seats.includes(entry.seat));
      if (message) {
        play('chat');
        notifyIfHidden(say('chat.says', { name: message.name, text: message.text }), table);
      }
    }),
  );
}
