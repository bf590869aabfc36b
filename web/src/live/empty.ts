// What a table shows before the server has sent anything, so that no reader of it needs defaults of its own.

import type { GameOptions, Land, PlayerScene, Private, Scene } from '../protocol';
import { complete } from '../wire/defaults';

/** As large as the board of the base game: the page is laid out before the land is known. */
export const NO_LAND: Land = { columns: 6, rows: 5, tiles: [], walls: [], holes: [], lake: '' };

export const NO_SCENE: Scene = complete('Scene', {
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

export const NO_PLAYER: PlayerScene = complete('PlayerScene', { score: { total: 0, sources: {} } });

export const NO_SECRETS: Private = complete('Private', { seat: -1, gold: 0, hand: [] });

export const NO_OPTIONS: GameOptions = complete('GameOptions', {});
