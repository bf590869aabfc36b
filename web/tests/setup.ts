// Runs before each file of tests. The files of a worker share one window, since a new one for each would take
// most of the time; their modules, their storage and what they have changed in the window are their own.

import { afterAll, vi } from 'vitest';

vi.resetModules();

// Cancelling an animation rejects its promise `finished`. Browsers mark that promise as handled (Web
// Animations, "cancel an animation"); happy-dom does not, so each would be an unhandled rejection.
const animate = Element.prototype.animate;
Element.prototype.animate = function (...given: Parameters<typeof animate>): Animation {
  const animation = animate.apply(this, given);
  animation.finished.catch(() => undefined);
  return animation;
};

const address = location.href;

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Element.prototype.animate = animate;
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', address);
  document.title = '';
  for (const element of [document.documentElement, document.head, document.body]) {
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  }
  document.head.replaceChildren();
  document.body.replaceChildren();
});
