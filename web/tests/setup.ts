// Works around differences between happy-dom and browsers.

// Cancelling an animation rejects its promise `finished`. Browsers mark that promise as handled (Web
// Animations, "cancel an animation"); happy-dom does not, so each would be an unhandled rejection.
const animate = Element.prototype.animate;
Element.prototype.animate = function (...given: Parameters<typeof animate>): Animation {
  const animation = animate.apply(this, given);
  animation.finished.catch(() => undefined);
  return animation;
};
