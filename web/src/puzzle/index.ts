// The page of the puzzles, which is loaded only when somebody opens it.

export { default as PuzzlePage } from './PuzzlePage.svelte';
export { isPuzzle, puzzleOfDay } from './puzzles';
