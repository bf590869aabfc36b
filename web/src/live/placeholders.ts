// The content of a table before the server has sent any, so that components do not need null checks.

import { COLUMNS, ROWS, type GameOptions, type Land, type PlayerScene, type Private, type Scene } from '../protocol';
import { fillDefaults } from '../wire/fillDefaults';

/** The size of the base game's board, so that the layout does not jump when the land arrives. */
export const EMPTY_LAND: Land = { columns: COLUMNS, rows: ROWS, tiles: [], walls: [], holes: [], lake: '' };

export const EMPTY_SCENE: Scene = fillDefaults('Scene', {
  actions: 0,
  round: 0,
  tiles: [],
  players: [],
  row: [],
  deck: 0,
  discards: {},
  djinn_row: [],
  djinn_deck: 0,
  djinn_discards: [],
  bag: '',
  palms_left: 0,
  palaces_left: 0,
});

export const EMPTY_PLAYER: PlayerScene = fillDefaults('PlayerScene', { score: { total: 0, sources: {} } });

export const EMPTY_SECRETS: Private = fillDefaults('Private', { seat: -1, gold: 0, hand: [] });

export const DEFAULT_OPTIONS: GameOptions = fillDefaults('GameOptions', {});
