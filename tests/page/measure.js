// Runs in the page before its own scripts: `walk.show` feeds it as a server would, and
// `walk.measure` tells which controls of the prompt somebody could not see, read or press.
(() => {
  const SLACK = 1;
  /** The smallest side of something that a finger can press. */
  const FINGER = 44;
  /** Where bids stand in one line they are narrower: two lines leave no room for the buttons. */
  const BID = 24;
  const LOW = 390;
  /** Screens of this height have room for all that a strike does. */
  const TALL = 800;
  /** Faults of what cannot be seen or pressed as a whole. */
  const HIDDEN = ['outside', 'clipped', 'covered'];
  const CONTROLS = 'button, a[href], input, select, textarea, [role=button], [data-choice]';

  let socket = null;
  let welcome = '';
  let pending = 0;
  let opened = 0;
  const acted = [];

  /** In place of a socket to a table: it is welcomed with what was last shown. */
  class Told {
    static CONNECTING = 0;
    static OPEN = 1;
    static CLOSING = 2;
    static CLOSED = 3;
    readyState = Told.OPEN;
    constructor() {
      setTimeout(() => this.onopen?.());
    }
    async send(text) {
      const message = JSON.parse(text);
      if (message.type === 'hello') {
        socket = this;
        this.hear(welcome);
      } else if (message.id) {
        if (message.type !== 'ask') acted.push(message.action ?? message.type);
        pending += 1;
        const answer = await window.answer(text);
        this.hear(answer);
        pending -= 1;
      }
    }
    hear(text) {
      if (this.readyState === Told.OPEN) this.onmessage?.({ data: text });
    }
    close() {
      this.readyState = Told.CLOSED;
      if (socket === this) socket = null;
    }
  }
  window.WebSocket = Told;

  const moment = () => new Promise((done) => setTimeout(done));
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

  /** Wait until nothing is asked any more. */
  async function answered() {
    do await moment();
    while (pending);
  }

  /** Wait until what was answered is drawn, and what was drawn has asked nothing more. */
  async function settled() {
    do {
      await answered();
      await frame();
    } while (pending);
  }

  /** A page tells only of strikes that happen while it is open, so such a table is opened one entry earlier. */
  function before(message) {
    const told = JSON.parse(message);
    if (!told.scene?.yazid?.past_strikes?.length) return message;
    return JSON.stringify({ ...told, number: told.number - 1, log: [] });
  }

  /** Show a table: the one that is open goes on, or another one is opened. `struck` is called for each strike that is told first. */
  async function show(message, anew, struck = async () => {}) {
    welcome = message;
    if (socket && !anew) socket.hear(message);
    else {
      socket = null;
      welcome = before(message);
      history.replaceState(null, '', `/table/walk${++opened}`);
      dispatchEvent(new PopStateEvent('popstate'));
      while (!socket) await moment();
      if (welcome !== message) {
        await answered();
        socket.hear((welcome = message));
      }
    }
    await answered();
    document.querySelector('.curtain button')?.click();
    await answered();
    while (document.querySelector('[data-go-on]')) {
      await struck();
      await press(['[data-go-on]', '']);
    }
  }

  const seen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });

  /** Press the first thing that a selector finds, perhaps with a text; false where there is none. */
  async function press([selector, text]) {
    const all = [...document.querySelectorAll(selector)].filter(seen);
    const found = all.find((each) => each.textContent.includes(text));
    if (!found) return false;
    found.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    await answered();
    return true;
  }

  /** Hear what another player does, until the prompt tells it. */
  async function hear(news) {
    await press(['.waiting .skip', '']);
    socket.hear(news);
    while (!document.querySelector('.waiting .tale')) await moment();
  }

  /** Give up whatever is planned. */
  async function forget() {
    document.activeElement?.blur?.();
    dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await answered();
  }

  // --- Measuring ---------------------------------------------------------------------------------

  const box = ({ left, top, right, bottom }) => ({ left, top, right, bottom });
  const within = (inner, outer, x = SLACK, y = SLACK) =>
    inner.left >= outer.left - x && inner.right <= outer.right + x && inner.top >= outer.top - y && inner.bottom <= outer.bottom + y;
  /** How far two boxes lie over each other, in the direction in which they do it less. */
  const overlap = (one, other) =>
    Math.min(Math.min(one.right, other.right) - Math.max(one.left, other.left), Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
  const told = ({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round).join(' ');
  const view = () => ({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });

  /** The inside of everything that cuts off what goes beyond it. */
  function* clips(element, end = document.body) {
    for (let each = element; each && each !== end && each !== document.documentElement; each = each.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(each);
      if (overflowX !== 'visible' || overflowY !== 'visible') {
        const { left, top } = each.getBoundingClientRect();
        const inside = { left: left + each.clientLeft, top: top + each.clientTop };
        yield [each, { ...inside, right: inside.left + each.clientWidth, bottom: inside.top + each.clientHeight }];
      }
      if (position === 'fixed') return;
    }
  }

  const nameOf = (element) =>
    `${element.getAttribute('aria-label') ?? element.textContent ?? ''}`.replace(/\s+/g, ' ').trim().slice(0, 80) || element.tagName;
  const classOf = (element) => `${element.tagName.toLowerCase()}.${[...element.classList].filter((each) => !each.startsWith('svelte-')).join('.')}`;

  /** Whether only screen readers find something. */
  const aloud = (element) => element.closest('.sr') !== null || Math.min(element.offsetWidth, element.offsetHeight) <= 2;

  /** Where the words of an element stand, without those that only screen readers find. */
  function* lines(element) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!node.data.trim() || !seen(parent) || parent.closest('svg') || aloud(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      // A line is as high as its typeface reaches, which is more than its letters.
      const ink = 0.4 * parseFloat(getComputedStyle(parent).fontSize);
      for (const { left, top, right, bottom } of range.getClientRects()) {
        const middle = (top + bottom) / 2;
        yield [parent, { left, top: middle - ink, right, bottom: middle + ink }];
      }
    }
  }

  function hits(element, x, y) {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element) === true);
  }

  function* faultsOf(element, touch) {
    const rect = element.getBoundingClientRect();
    const where = box(rect);
    const width = rect.right - rect.left;
    const height = rect.bottom - rect.top;
    const middle = [rect.left + width / 2, rect.top + height / 2];
    if (!within(where, view())) yield ['outside', told(where)];
    const cut = [...clips(element.parentElement)].find(([, inside]) => !within(where, inside));
    if (cut) yield ['clipped', `by ${classOf(cut[0])}: ${told(where)} in ${told(cut[1])}`];
    if (getComputedStyle(element).pointerEvents !== 'none') {
      const points = [middle, [rect.left + width / 4, middle[1]], [rect.right - width / 4, middle[1]], [middle[0], rect.top + height / 5], [middle[0], rect.bottom - height / 5]];
      const missed = points.find(([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight && !hits(element, x, y));
      if (missed) {
        const above = document.elementFromPoint(...missed);
        yield ['covered', `by ${above ? classOf(above) : 'nothing'}`];
      }
    }
    if (touch) {
      const least = 'bid' in element.dataset && innerHeight < LOW ? BID : FINGER;
      const reach = FINGER / 2 - SLACK;
      const high = height >= FINGER - 0.5 || (hits(element, middle[0], middle[1] - reach) && hits(element, middle[0], middle[1] + reach));
      const wide = width >= least - 0.5 || (hits(element, middle[0] - reach, middle[1]) && hits(element, middle[0] + reach, middle[1]));
      if (!high || !wide) yield ['small', `${Math.round(width)}×${Math.round(height)}`];
    }
    yield* textFaults(element, where);
  }

  function* textFaults(element, where) {
    for (const [parent, line] of lines(element)) {
      if (!within(line, where, 2)) return yield ['text', `${told(line)} beyond ${told(where)}`];
      for (const [cutter, inside] of clips(parent, element)) {
        if (!within(line, inside, 2)) return yield ['text', `cut by ${classOf(cutter)}`];
      }
    }
  }

  /** The actions in the list of all choices, which a button of the prompt opens. */
  async function listed(prompt) {
    const more = prompt.querySelector('.more');
    if (!more || !seen(more)) return [];
    more.click();
    await answered();
    const dialog = document.querySelector('dialog[open]');
    const found = [...(dialog?.querySelectorAll('[data-choice]') ?? [])].map((each) => each.dataset.choice);
    dialog?.close();
    await answered();
    return found;
  }

  /** Whether a list of choices has no room in the prompt; a button opens it elsewhere. */
  function folded() {
    const more = document.querySelector('.ask .more');
    return Boolean(more && seen(more));
  }

  const heightOf = (label) => document.querySelector(`section[aria-label="${label}"]`)?.offsetHeight ?? 0;

  /** What is wrong with the prompt as it is drawn now. */
  async function measure({ label, touch, must, primary }) {
    const prompt = document.querySelector(`section[aria-label="${label}"]`);
    if (!prompt) return { controls: 1, hidden: 1, faults: [['prompt', 'missing', '']], acted: [...acted] };
    const faults = [];
    const outside = [...document.querySelectorAll('[data-choice], [data-bid]')].filter((each) => !each.closest('[role=grid]'));
    const controls = [...new Set([...prompt.querySelectorAll(CONTROLS), ...outside])].filter(seen);
    let hidden = 0;
    for (const control of controls) {
      const found = [...faultsOf(control, touch)];
      for (const [kind, detail] of found) faults.push([nameOf(control), kind, detail]);
      if (found.some(([kind]) => HIDDEN.includes(kind))) hidden += 1;
    }
    const offered = new Set(controls.map((each) => each.dataset.choice));
    let missing = must.filter((action) => !offered.has(action));
    if (missing.length) {
      const others = await listed(prompt);
      missing = missing.filter((action) => !others.includes(action));
    }
    if (primary && !controls.some((each) => each.matches('.primary') && prompt.contains(each))) missing.push('primary button');
    for (const name of missing) faults.push([name, 'missing', '']);
    const title = prompt.querySelector('h1');
    if (title && seen(title) && !aloud(title)) {
      const inside = [...clips(title)].map(([, each]) => each);
      for (const [, line] of lines(title)) {
        const cut = [view(), ...inside].find((each) => !within(line, each, 2));
        if (cut) {
          faults.push([nameOf(title), 'title', `${told(line)} beyond ${told(cut)}`]);
          break;
        }
        const above = controls.find((each) => overlap(line, each.getBoundingClientRect()) > 2);
        if (above) {
          faults.push([nameOf(title), 'title', `under ${nameOf(above)}`]);
          break;
        }
      }
    }
    for (const part of [prompt, ...prompt.querySelectorAll('[data-fits]')].filter((each) => seen(each) && !aloud(each))) {
      const [wide, high] = [part.scrollWidth - part.clientWidth, part.scrollHeight - part.clientHeight];
      if (Math.max(wide, high) > SLACK) faults.push([classOf(part), 'words', `${wide}×${high} px beyond it`]);
    }
    const rows = [...prompt.querySelectorAll('.strikes > li')];
    if (innerHeight >= TALL && !rows.every(seen)) faults.push(['strike', 'words', `${rows.filter((each) => !seen(each)).length} lines hidden`]);
    const mine = prompt.getBoundingClientRect();
    for (const tile of document.querySelectorAll('[role=grid] [data-tile]')) {
      const covered = overlap(mine, tile.getBoundingClientRect());
      if (covered > 2) {
        faults.push([tile.dataset.tile, 'board', `covered by ${Math.round(covered)} px`]);
        break;
      }
    }
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push(['page', 'overflow', `${scrollWidth - clientWidth} px`]);
    return { controls: controls.length + missing.length, hidden: hidden + missing.length, faults, acted: [...acted] };
  }

  /** Show a prompt, and measure it in each of its states. */
  async function prompt({ message, anew, states, must, ...how }) {
    const found = [];
    acted.length = 0;
    await show(message, anew, async () => {
      await document.fonts.ready;
      await settled();
      found.push({ state: 'struck', ...(await measure({ ...how, must: [], primary: true })) });
    });
    await document.fonts.ready;
    let height = 0;
    for (const { name, steps, hears, primary, desk } of states) {
      acted.length = 0;
      let reached = true;
      for (const news of hears) await hear(news);
      for (const step of steps) reached &&= await press(step);
      await settled();
      if (reached) found.push({ state: name, ...(await measure({ ...how, must: steps.length ? [] : must, primary })) });
      else if (!folded() && !(desk && document.querySelector('main.phone')))
        found.push({ state: name, controls: 0, hidden: 0, faults: [['state', 'unreached', '']], acted: [...acted] });
      if (hears.length) {
        const told = heightOf(how.label);
        if (Math.abs(told - height) > SLACK) found.at(-1).faults.push(['prompt', 'jumps', `from ${height} to ${told} px`]);
        await press(['.waiting .skip', '']);
      }
      height = heightOf(how.label);
      if (steps.length) await forget();
    }
    return found;
  }

  window.walk = { prompt, show, hear, press, settled };
})();
