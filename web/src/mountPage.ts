// Adds the sprite sheet to the document and mounts the app.

import { mount } from 'svelte';
import App from './App.svelte';
import sprites from './drawing/sprites.svg?raw';
import { reportUncaughtErrors } from './state/errorReports';
import './drawing/sprites.css';
import './fonts.css';
import './fallbacks.css';
import './main.css';
import './touch.css';
import './large.css';
import './contrast.css';

export function mountPage(): void {
  const sheet = new DOMParser().parseFromString(sprites, 'image/svg+xml').documentElement;
  document.body.prepend(document.importNode(sheet, true));
  reportUncaughtErrors();
  mount(App, { target: document.getElementById('page')! });
}
