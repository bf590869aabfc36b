// A column of panels that never scrolls: what is told elsewhere too makes room first.

/** What folds, one after the other, until everything fits. */
const STEPS = ['helpers', 'camels', 'others', 'mine', 'things'];

/** An action on a column: `data-fold` names all that has to fold now, `data-squeezed` marks players who must. */
export function collapseToFit(column: HTMLElement): { destroy(): void } {
  function collapse(steps: string[]): void {
    column.dataset.fold = steps.join(' ');
    column.querySelectorAll(':scope > .player').forEach((player, nth) => {
      player.toggleAttribute('data-squeezed', steps.includes(nth ? 'others' : 'mine'));
    });
  }

  function fit(): void {
    collapse([]);
    for (let count = 1; count <= STEPS.length && column.scrollHeight > column.clientHeight; count++) collapse(STEPS.slice(0, count));
  }

  const mutations = new MutationObserver(fit);
  mutations.observe(column, { childList: true, subtree: true, characterData: true });
  const resizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(fit);
  resizes?.observe(column);
  // Typefaces that arrive late change heights, and nothing else tells of it.
  const fonts = document.fonts as FontFaceSet | undefined;
  fonts?.addEventListener('loadingdone', fit);
  fit();

  return {
    destroy() {
      mutations.disconnect();
      resizes?.disconnect();
      fonts?.removeEventListener('loadingdone', fit);
    },
  };
}
