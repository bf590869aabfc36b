// How much room there is: which of the two layouts fits.

class Screen {
  /** One column, the board across it: phones, and tablets held upright. */
  narrow = $state(false);

  constructor() {
    const query = matchMedia('(max-width: 760px), (max-width: 1000px) and (orientation: portrait)');
    this.narrow = query.matches;
    query.addEventListener('change', () => (this.narrow = query.matches));
  }
}

export const screen = new Screen();
