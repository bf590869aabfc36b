// Texts that cannot be read completely, even by scrolling, and controls that cannot be pressed.
async () => {
  // Two frames, because components may measure themselves after a resize.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const root = document.documentElement;
  const found = new Set();
  const report = (what, one) => {
    const text = one.textContent.trim().slice(0, 40);
    found.add(`${what}: '${text}' in ${one.outerHTML.slice(0, 90)}`);
  };
  // Content for screen readers only is clipped to nothing.
  const screenReaderOnly = (one) =>
    one && (getComputedStyle(one).clipPath !== 'none' || screenReaderOnly(one.parentElement));
  const seen = { checkOpacity: true, checkVisibilityCSS: true };
  const shown = (one) => one.checkVisibility(seen) && !screenReaderOnly(one);

  /** The bounding box of the letters, without the line spacing. */
  function letters(node) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter((line) => line.width > 1);
    if (!lines.length) return undefined;
    const half = 0.35 * parseFloat(getComputedStyle(node.parentElement).fontSize);
    const middles = lines.map((line) => (line.top + line.bottom) / 2);
    return {
      left: Math.min(...lines.map((line) => line.left)),
      right: Math.max(...lines.map((line) => line.right)),
      top: Math.min(...middles) - half,
      bottom: Math.max(...middles) + half,
    };
  }

  /** Report a text that leaves its control, a container or the screen. */
  function check(one, text) {
    const wide = (from, to) => text.left < from - 1 || text.right > to + 1;
    const high = (from, to) => text.top < from - 1 || text.bottom > to + 1;
    const narrow = (box) => Object.assign(text, { left: Math.max(text.left, box.left), right: Math.min(text.right, box.right) });
    const lower = (box) => Object.assign(text, { top: Math.max(text.top, box.top), bottom: Math.min(text.bottom, box.bottom) });
    const control = one.closest('button, a.btn');
    if (control) {
      const box = control.getBoundingClientRect();
      const short = getComputedStyle(one).textOverflow === 'ellipsis';
      if ((!short && wide(box.left, box.right)) || high(box.top, box.bottom)) report('leaves its button', one);
    }
    for (let outer = one; outer && outer !== root; outer = outer.parentElement) {
      const style = getComputedStyle(outer);
      if (['contents', 'inline'].includes(style.display)) continue;
      const box = outer.getBoundingClientRect();
      const left = box.left + outer.clientLeft, top = box.top + outer.clientTop;
      if (/auto|scroll/.test(style.overflowX) && outer.scrollWidth > outer.clientWidth) {
        if (wide(left - outer.scrollLeft, left - outer.scrollLeft + outer.scrollWidth)) report('cut off at a side of a scrolling container', one);
        narrow(box);
      } else if (style.textOverflow === 'ellipsis') {
        narrow(box); // shortened intentionally
      } else if (style.overflowX !== 'visible' && wide(left, left + outer.clientWidth)) report('cut off at a side', one);
      if (/auto|scroll/.test(style.overflowY) && outer.scrollHeight > outer.clientHeight) {
        if (high(top - outer.scrollTop, top - outer.scrollTop + outer.scrollHeight)) report('cut off above or below a scrolling container', one);
        lower(box);
      } else if (style.overflowY !== 'visible' && high(top, top + outer.clientHeight)) report('cut off above or below', one);
      if (style.position === 'fixed') {
        if (high(0, innerHeight)) report('above or below the screen', one);
        break;
      }
    }
    if (wide(0, root.clientWidth)) report('beside the screen', one);
    if (text.top + scrollY < -1) report('above the page', one);
  }

  if (root.scrollWidth > root.clientWidth) found.add(`the page is ${root.scrollWidth} wide`);
  const whole = document.querySelector('dialog[open], [aria-modal=true]') ?? document.body;
  const words = document.createTreeWalker(whole, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const one = words.currentNode.parentElement;
    if (!words.currentNode.data.trim() || one.closest('option, textarea, svg, script') || !shown(one)) continue;
    const text = letters(words.currentNode);
    if (text) check(one, text);
  }

  for (const one of whole.querySelectorAll('button, a[href], input, select, textarea, [role=gridcell]')) {
    if (!shown(one)) continue;
    one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = one.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (!hit) report('cannot be scrolled to', one);
    else if (!one.contains(hit) && hit.closest('label')?.control !== one) {
      report(`covered by ${hit.outerHTML.slice(0, 60)}`, one);
    }
  }
  scrollTo(0, 0);
  return [...found];
}
