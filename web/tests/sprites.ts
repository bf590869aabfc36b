/// <reference types="node" />
// The ids of the sprite sheet.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const sheet = readFileSync(join(import.meta.dirname, '../src/drawing/sprites.svg'), 'utf-8');
export const SPRITES = [...sheet.matchAll(/<symbol id="([^"]+)"/g)].map((found) => found[1]!);
