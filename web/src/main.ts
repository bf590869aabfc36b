// The entry point: adds the sprite sheet to the document, mounts the app and registers the service worker.

import { mount } from 'svelte';
import App from './App.svelte';
import sprites from './drawing/sprites.svg?raw';
import { reportUncaughtErrors } from './state/errorReports';
import { network, useTransport } from './wire/transport';
import './drawing/sprites.css';
import './type.css';
import './fallbacks.css';
import './look.css';
import './touch.css';
import './large.css';
import './contrast.css';

const page = document.getElementById('page')!;
const sheet = new DOMParser().parseFromString(sprites, 'image/svg+xml').documentElement;
document.body.prepend(document.importNode(sheet, true));
useTransport(network);
reportUncaughtErrors();
mount(App, { target: page });

// Service workers need a secure context, and some browsers have none in private windows. The app works
// without one.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  navigator.serviceWorker.register('/worker.js').catch(() => undefined);
}
