// Places a popover next to its anchor, inside the viewport.

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const GAP = 10;
const EDGE = 8;

/**
 * The top left corner of a popover: above its anchor if it fits, else below, else beside it. A wide anchor is a line of
 * a list: there a popover is beside it, so that it does not cover the other lines.
 */
export function popoverPosition(
  anchor: Box,
  popover: { width: number; height: number },
  screen: { width: number; height: number },
): { left: number; top: number } {
  const clamp = (value: number, length: number, available: number): number => Math.max(EDGE, Math.min(value, available - length - EDGE));
  const centred = clamp(anchor.left + anchor.width / 2 - popover.width / 2, popover.width, screen.width);
  const top = clamp(anchor.top + anchor.height / 2 - popover.height / 2, popover.height, screen.height);
  const right = anchor.left + anchor.width + GAP;
  const fitsRight = right + popover.width <= screen.width - EDGE;
  const left = anchor.left - GAP - popover.width;
  if (anchor.width >= popover.width && (fitsRight || left >= EDGE)) return { left: fitsRight ? right : left, top };
  const above = anchor.top - GAP - popover.height;
  if (above >= EDGE) return { left: centred, top: above };
  const below = anchor.top + anchor.height + GAP;
  if (below + popover.height <= screen.height - EDGE) return { left: centred, top: below };
  return { left: fitsRight ? right : clamp(left, popover.width, screen.width), top };
}
