// The entry point of the page that a server serves.

import { mountPage } from './mountPage';
import { network, useTransport } from './wire/transport';

useTransport(network);
mountPage();
// Service workers need a secure context, and some browsers have none in private windows.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  navigator.serviceWorker.register('/worker.js').catch(() => undefined);
}
