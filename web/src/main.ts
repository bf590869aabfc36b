// The page begins here: the drawings are put where `<use>` finds them, then the page is shown, and a
// page is kept for when the server is away.

import { mount } from 'svelte';
import App from './App.svelte';
import sprites from './drawing/sprites.svg?raw';
import { watchFaults } from './state/faults';
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
watchFaults();
mount(App, { target: page });

// Only where addresses are safe, and not in a private window everywhere: nothing depends on it.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  navigator.serviceWorker.register('/worker.js').catch(() => undefined);
}
