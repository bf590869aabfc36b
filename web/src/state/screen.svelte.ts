// How much room there is: which of the two layouts fits, and how much of it.

/** Pixels of the root's text from which it counts as large; 16 are usual. */
const LARGE = 20;

class Screen {
  /** The browser's text is set large: one column, lines wrap, and the page scrolls. See large.css. */
  readonly large = parseFloat(getComputedStyle(document.documentElement).fontSize) >= LARGE;
  /** One column, the board across it or, on a phone held sideways, beside it: phones, and tablets held upright. */
  narrow = $state(false);
  /** Narrow, and yet wide enough for words beside buttons: a tablet held upright. */
  tablet = $state(false);
  /** Hardly 800 pixels high: a small laptop, whose browser takes its part too. */
  low = $state(false);

  constructor() {
    document.documentElement.classList.toggle('large', this.large);
    follow(
      '(max-width: 760px), (max-width: 1000px) and (orientation: portrait), (max-height: 620px) and (max-width: 1100px) and (orientation: landscape)',
      (matches) => (this.narrow = matches || this.large),
    );
    follow('(min-width: 600px) and (orientation: portrait)', (matches) => (this.tablet = matches));
    follow('(max-height: 799px)', (matches) => (this.low = matches));
  }
}

function follow(media: string, told: (matches: boolean) => void): void {
  const query = matchMedia(media);
  told(query.matches);
  query.addEventListener('change', () => told(query.matches));
}

export const screen = new Screen();
