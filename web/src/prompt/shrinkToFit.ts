// Shrinks the text of the prompt in steps until everything fits. Buttons keep their size.
//
// `data-fit` of the prompt lists the levels in effect and its stylesheet defines them. Sizes are measured after
// layout, so this works with every font, language and text size.

/**
 * Each level hides or shrinks more: 1 long phrases, 2 the phases, 3 the instruction, 4 large type, 5 the steps of the
 * plan, the icon buttons and the listed choices, 6 the gains and the labels of pictures, 7 whom Yazid takes, what follows and the power of a
 * Djinn, 8 the list, which a button then opens as a dialog; of a strike, only why the game would be lost is left.
 */
export const LEVELS = 8;
/** Ignores overflow of fractions of a pixel. */
const TOLERANCE = 1;

/** An attachment that keeps an element at the first level without overflow. */
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
  if (parts.some((part) => part.scrollHeight > part.clientHeight + TOLERANCE || part.scrollWidth > part.clientWidth + TOLERANCE))
    return true;
  const room = (node.parentElement ?? node).getBoundingClientRect();
  const own = node.getBoundingClientRect();
  return own.top < room.top - TOLERANCE || own.bottom > room.bottom + TOLERANCE;
}
