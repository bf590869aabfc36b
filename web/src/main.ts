// The page begins here: the drawings are put where `<use>` finds them, then the page is shown.

import { mount } from 'svelte';
import App from './App.svelte';
import sprites from './drawing/sprites.svg?raw';
import './drawing/sprites.css';
import './look.css';

const page = document.getElementById('page')!;
const sheet = new DOMParser().parseFromString(sprites, 'image/svg+xml').documentElement;
document.body.prepend(document.importNode(sheet, true));
mount(App, { target: page });
