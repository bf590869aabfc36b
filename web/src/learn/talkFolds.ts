// Shortens what the coach says beside the board until the buttons are in view.

/** What is left out or made smaller, one after the other; CSS reads the names. */
const FOLDS = ['past', 'compact', 'more'];

export class TalkFolds {
  private count = 0;
  private situation = '';

  /**
   * Fold the talk until its buttons fit, with so many rem to spare below them.
   *
   * In the same situation nothing is unfolded again, so that the talk does not change while something is chosen.
   */
  fit(talk: HTMLElement, situation: string, spare: number): void {
    if (situation !== this.situation) this.count = 0;
    this.situation = situation;
    const fold = (): string => (talk.dataset.folded = FOLDS.slice(0, this.count).join(' '));
    fold();
    const end = talk.querySelector<HTMLElement>('.choices');
    if (!end || getComputedStyle(talk).overflowY !== 'auto') return;
    talk.scrollTop = 0;
    const below = spare * parseFloat(getComputedStyle(document.documentElement).fontSize);
    // Measured as if the buttons did not stick to the bottom.
    Object.assign(end.style, { position: 'static', marginBottom: `${below}px` });
    const needed = (): number => end.getBoundingClientRect().bottom - talk.getBoundingClientRect().top + below;
    for (; this.count < FOLDS.length && needed() > talk.clientHeight; fold()) this.count++;
    Object.assign(end.style, { position: '', marginBottom: '' });
  }
}
