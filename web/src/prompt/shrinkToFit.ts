// The prompt has the room it has: words shorten step by step until everything fits, buttons never.
//
// What has gone stands in `data-fit` of the prompt; its styles say what that means. It is measured as it is
// drawn, so that the typeface, the language and the size of text do not matter.

/**
 * What goes, one after the other: long clauses; the phases; the guide; large type; the steps of the plan and the
 * small aids; what a plan brings, and names beside pictures; a whole list, for a button that opens it elsewhere.
 */
export const LEVELS = 7;
/** Halves of pixels are no overflow. */
const TOLERANCE = 1;

/** Keep an element at the first level at which nothing in it is cut off. */
export function shrinkToFit(node: HTMLElement): () => void {
  const fit = (): void => applyLevels(node);
  const resizes = new ResizeObserver(fit);
  const changes = new MutationObserver(fit);
  resizes.observe(node.parentElement ?? node);
  changes.observe(node, { childList: true, characterData: true, subtree: true });
  void document.fonts?.ready.then(fit);
  fit();
  return () => {
    resizes.disconnect();
    changes.disconnect();
  };
}

function applyLevels(node: HTMLElement): void {
  const levels: number[] = [];
  do {
    node.dataset.fit = levels.join(' ');
    if (!overflows(node)) return;
    levels.push(levels.length + 1);
  } while (levels.length <= LEVELS);
}

function overflows(node: HTMLElement): boolean {
  const parts = [node, ...node.querySelectorAll<HTMLElement>('[data-fits], button')];
  if (parts.some((part) => part.scrollHeight > part.clientHeight + TOLERANCE || part.scrollWidth > part.clientWidth + TOLERANCE)) return true;
  const room = (node.parentElement ?? node).getBoundingClientRect();
  const own = node.getBoundingClientRect();
  return own.top < room.top - TOLERANCE || own.bottom > room.bottom + TOLERANCE;
}
