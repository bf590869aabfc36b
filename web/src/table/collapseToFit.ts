// Collapses parts of the column of players until it fits without scrolling.

/** The parts in the order in which they collapse; the first are also shown elsewhere. */
const STEPS = ['helpers', 'camels', 'others', 'mine', 'things'];

/** A Svelte action. `data-fold` on the column lists the collapsed parts, and `data-squeezed` marks player panels to shrink. */
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
  // Fonts that load late change heights without triggering the other observers.
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
