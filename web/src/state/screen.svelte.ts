// The size class of the screen, which selects the layout.

/** The root font size in pixels from which text counts as large; 16 is usual. */
const LARGE = 20;

class Screen {
  /** The browser's font size is large: one column, wrapped lines, and a page that scrolls. See large.css. */
  readonly large = parseFloat(getComputedStyle(document.documentElement).fontSize) >= LARGE;
  /** The phone layout: phones, and tablets in portrait. On a phone in landscape, the board is beside the column. */
  narrow = $state(false);
  /** Narrow, but wide enough for labels next to icons: a tablet in portrait. */
  tablet = $state(false);
  /** Less than 800 pixels high, as on a small laptop. */
  low = $state(false);
  /** A phone held sideways. */
  flat = $state(false);

  constructor() {
    document.documentElement.classList.toggle('large', this.large);
    watchMedia(
      '(max-width: 760px), (max-width: 1000px) and (orientation: portrait), (max-height: 620px) and (max-width: 1100px) and (orientation: landscape)',
      (matches) => (this.narrow = matches || this.large),
    );
    watchMedia('(min-width: 600px) and (orientation: portrait)', (matches) => (this.tablet = matches));
    watchMedia('(max-height: 799px)', (matches) => (this.low = matches));
    watchMedia('(max-height: 430px) and (orientation: landscape)', (matches) => (this.flat = matches));
  }
}

function watchMedia(media: string, onchange: (matches: boolean) => void): void {
  const query = matchMedia(media);
  onchange(query.matches);
  query.addEventListener('change', () => onchange(query.matches));
}

export const screen = new Screen();
