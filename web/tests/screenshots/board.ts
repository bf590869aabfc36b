// For developers: all states of the board on one page, in the language and light of the address
// (`#dark,fr,letters`). Served by `npm run dev` at /tests/screenshots/board.html; never built.

import { mount } from 'svelte';
import '../../src/drawing/sprites.css';
import sprites from '../../src/drawing/sprites.svg?raw';
import '../../src/look.css';
import { settings } from '../../src/state/settings.svelte';
import { words } from '../../src/state/words.svelte';
import BoardGallery from './BoardGallery.svelte';

const wishes = location.hash.slice(1).split(',');
document.documentElement.dataset.theme = wishes.includes('dark') ? 'dark' : 'light';
settings.letters = wishes.includes('letters');
const sheet = new DOMParser().parseFromString(sprites, 'image/svg+xml').documentElement;
document.body.prepend(document.importNode(sheet, true));
await words.load(wishes.includes('fr') ? 'fr' : 'en');
const which = wishes.find((wish) => /^\d$/.test(wish)) ?? '0';
mount(BoardGallery, { target: document.getElementById('page')!, props: { which: Number(which) } });
