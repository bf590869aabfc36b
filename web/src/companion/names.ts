import { settings } from '../state/settings.svelte';
import { words } from '../state/words.svelte';

/** The name of a player, as it was last used on a shared screen. */
export const playerName = (seat: number): string => settings.names[seat]?.trim() || words.say('word.player', { number: seat + 1 });
