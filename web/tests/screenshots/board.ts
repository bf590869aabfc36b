// For developers: all states of the board, in the language and theme named in the URL
// (`#dark,fr,letters`). Served by `npm run dev` at /tests/screenshots/board.html; never built.

import { mount } from 'svelte';
import '../../src/drawing/sprites.css';
import sprites from '../../src/drawing/sprites.svg?raw';
import '../../src/main.css';
import { settings } from '../../src/state/settings.svelte';
import { words } from '../../src/state/words.svelte';
import BoardGallery from './BoardGallery.svelte';

const options = location.hash.slice(1).split(',');
document.documentElement.dataset.theme = options.includes('dark') ? 'dark' : 'light';
settings.letters = options.includes('letters');
const sheet = new DOMParser().parseFromString(sprites, 'image/svg+xml').documentElement;
document.body.prepend(document.importNode(sheet, true));
await words.load(options.includes('fr') ? 'fr' : 'en');
const which = options.find((option) => /^\d$/.test(option)) ?? '0';
mount(BoardGallery, { target: document.getElementById('page')!, props: { which: Number(which) } });
