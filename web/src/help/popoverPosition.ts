// Places a popover next to its anchor, inside the viewport.

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const GAP = 10;
const EDGE = 8;

/** The top left corner of a popover: above its anchor if it fits, else below, else beside it. */
export function popoverPosition(
  anchor: Box,
  popover: { width: number; height: number },
  screen: { width: number; height: number },
): { left: number; top: number } {
  const clamp = (value: number, length: number, available: number): number => Math.max(EDGE, Math.min(value, available - length - EDGE));
  const centred = clamp(anchor.left + anchor.width / 2 - popover.width / 2, popover.width, screen.width);
  const above = anchor.top - GAP - popover.height;
  if (above >= EDGE) return { left: centred, top: above };
  const below = anchor.top + anchor.height + GAP;
  if (below + popover.height <= screen.height - EDGE) return { left: centred, top: below };
  const top = clamp(anchor.top + anchor.height / 2 - popover.height / 2, popover.height, screen.height);
  const right = anchor.left + anchor.width + GAP;
  if (right + popover.width <= screen.width - EDGE) return { left: right, top };
  return { left: clamp(anchor.left - GAP - popover.width, popover.width, screen.width), top };
}
