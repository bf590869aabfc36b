// The result and the replay, which are loaded after the table, while the game is played.

export { default as EndPage } from './EndPage.svelte';
export { default as ReplayPage } from './ReplayPage.svelte';
