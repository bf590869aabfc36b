// A column of panels that never scrolls: what is told elsewhere too makes room first.

/** What folds, one after the other, until everything fits. */
const STEPS = ['helpers', 'camels', 'others', 'mine', 'things'];

/** An action on a column: `data-fold` names all that has to fold now, `data-squeezed` marks players who must. */
export function folds(column: HTMLElement): { destroy(): void } {
  function fold(steps: string[]): void {
    column.dataset.fold = steps.join(' ');
    column.querySelectorAll(':scope > .player').forEach((player, nth) => {
      player.toggleAttribute('data-squeezed', steps.includes(nth ? 'others' : 'mine'));
    });
  }

  function fit(): void {
    fold([]);
    for (let folded = 1; folded <= STEPS.length && column.scrollHeight > column.clientHeight; folded++) fold(STEPS.slice(0, folded));
  }

  const content = new MutationObserver(fit);
  content.observe(column, { childList: true, subtree: true, characterData: true });
  const size = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(fit);
  size?.observe(column);
  // Typefaces that arrive late change heights, and nothing else tells of it.
  const letters = document.fonts as FontFaceSet | undefined;
  letters?.addEventListener('loadingdone', fit);
  fit();

  return {
    destroy() {
      content.disconnect();
      size?.disconnect();
      letters?.removeEventListener('loadingdone', fit);
    },
  };
}
