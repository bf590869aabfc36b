// Shortens what the coach says and shows beside the board until the buttons are in view, and if possible everything.

/** What makes room for the things of the pupil: the figure, borders, and what cannot be pressed now. CSS reads the names. */
const ROOM = ['steps', 'figure', 'compact', 'idle'];
/** What is left out, one after the other, until the buttons are in view. What has just happened goes last. */
const WORDS = ['caption', 'rest', 'forced', 'past'];
const FOLDS = [...ROOM, ...WORDS];

export class TalkFolds {
  private count = 0;
  private situation = '';

  /**
   * Fold the talk until its buttons fit, with so many rem to spare below them.
   *
   * With `all`, some of it is also folded to show what is below the buttons. In the same situation nothing is unfolded
   * again, so that the talk does not change while something is chosen.
   */
  fit(talk: HTMLElement, situation: string, { spare, all }: { spare: number; all: boolean }): void {
    if (situation !== this.situation) this.count = 0;
    this.situation = situation;
    const fold = (): string => (talk.dataset.folded = FOLDS.slice(0, this.count).join(' '));
    fold();
    if (getComputedStyle(talk).overflowY !== 'auto') return;
    talk.scrollTop = 0;
    const isCut = (): boolean => all && this.count < ROOM.length && talk.scrollHeight > talk.clientHeight + 1;
    for (; isCut(); fold()) this.count++;
    const end = talk.querySelector<HTMLElement>('.choices');
    if (!end) return;
    const below = spare * parseFloat(getComputedStyle(document.documentElement).fontSize);
    // Measured as if the buttons did not stick to the bottom.
    Object.assign(end.style, { position: 'static', marginBottom: `${below}px` });
    const needed = (): number => end.getBoundingClientRect().bottom - talk.getBoundingClientRect().top + below;
    for (; this.count < FOLDS.length && needed() > talk.clientHeight; fold()) this.count++;
    Object.assign(end.style, { position: '', marginBottom: '' });
  }
}
