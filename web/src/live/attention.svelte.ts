// How a page calls for its player: the title, the sign in the tab, a sound, a notification.

import type { Table } from './table.svelte';
import { notify } from '../state/notices';
import { settings } from '../state/settings.svelte';
import { allowSound, play, soundsOf } from '../state/sounds';
import { say, words } from '../state/words.svelte';

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

/** Which table this is: who else plays there. */
export function whereabouts(table: Table): string {
  const others = (table.info?.seats ?? []).map((_, seat) => seat).filter((seat) => !table.seats.includes(seat));
  return others.length ? say('log.notice_with', { names: words.list(others.map((seat) => table.nameOf(seat))) }) : 'Naqala';
}

/** Notify a player who looks at something else. */
function call(title: string, table: Table): void {
  if (settings.notify && document.hidden) void notify(title, whereabouts(table), table.name);
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
      call(say('log.notice_turn'), table);
    }
    called = calls;
  });

  $effect(() =>
    table.onHappened((entries) => {
      const said = entries.find((entry) => entry.kind === 'said' && !table.seats.includes(entry.seat));
      if (said) {
        play('chat');
        call(say('chat.says', { name: said.name, text: said.text }), table);
      }
      const events = entries.filter((entry) => entry.kind === 'act').flatMap((entry) => entry.events);
      soundsOf(events).forEach((sound, nth) => play(sound, nth * APART));
    }),
  );
}
