// The entry point of the site, which needs no server: its tables are in a worker of the page.

import { mountPage } from './mountPage';
import { startEngine } from './offline/engine';
import { keepUpdated } from './offline/update';
import { route } from './state/route.svelte';
import { useTransport } from './wire/transport';

route.keepIn('query');
// The service worker loads all files: at a first visit it must not compete with the engine.
useTransport(startEngine(registerServiceWorker));
mountPage();

function registerServiceWorker(): void {
  // Service workers need a secure context, and some browsers have none in private windows.
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    keepUpdated('./worker.js', navigator.serviceWorker).catch(() => undefined);
  }
}
