// Where a card stands beside the thing it explains, always whole on the screen.

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const GAP = 10;
const EDGE = 8;

/** The top left corner of a card: above or below its thing, or beside it where neither fits. */
export function placed(
  thing: Box,
  card: { width: number; height: number },
  screen: { width: number; height: number },
): { left: number; top: number } {
  const within = (value: number, length: number, whole: number): number => Math.max(EDGE, Math.min(value, whole - length - EDGE));
  const middle = within(thing.left + thing.width / 2 - card.width / 2, card.width, screen.width);
  const above = thing.top - GAP - card.height;
  if (above >= EDGE) return { left: middle, top: above };
  const below = thing.top + thing.height + GAP;
  if (below + card.height <= screen.height - EDGE) return { left: middle, top: below };
  const top = within(thing.top + thing.height / 2 - card.height / 2, card.height, screen.height);
  const right = thing.left + thing.width + GAP;
  if (right + card.width <= screen.width - EDGE) return { left: right, top };
  return { left: within(thing.left - GAP - card.width, card.width, screen.width), top };
}
