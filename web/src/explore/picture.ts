// The board as a picture of its own: the drawing on the page with the symbols and styles that it uses.

const NAMESPACE = 'http://www.w3.org/2000/svg';
/** The size of a PNG, as a multiple of the drawing's units. */
const SCALE = 2;
/** Elements that only the page needs: the cells for the pointer, the focus and screen readers. */
const INTERACTIVE = '[role=grid], .lens';

/** A drawing as the text of an SVG file. */
export function svgOf(board: SVGSVGElement): string {
  const copy = board.cloneNode(true) as SVGSVGElement;
  copy.querySelectorAll(INTERACTIVE).forEach((element) => element.remove());
  const { width, height } = board.viewBox.baseVal;
  copy.setAttribute('xmlns', NAMESPACE);
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.setAttribute('data-theme', document.documentElement.dataset.theme ?? 'light');
  const symbols = symbolsOf(copy);
  const text = symbols.map((symbol) => symbol.outerHTML).join();
  const used = [...paintsOf(text, (id) => board.querySelector(`[id="${id}"]`) !== null), ...symbols];
  const style = document.createElementNS(NAMESPACE, 'style');
  style.textContent = stylesOf(board, used);
  const defs = document.createElementNS(NAMESPACE, 'defs');
  defs.append(...used.map((element) => element.cloneNode(true)));
  copy.prepend(style, defs);
  return new XMLSerializer().serializeToString(copy);
}

/** The symbols that a drawing uses, and those that these use. */
function symbolsOf(drawing: Element): Element[] {
  const found = new Map<string, Element>();
  const look = (element: Element): void => {
    for (const use of element.querySelectorAll('use')) {
      const id = (use.getAttribute('href') ?? '').slice(1);
      const symbol = id && !found.has(id) ? document.getElementById(id) : null;
      if (!symbol) continue;
      found.set(id, symbol);
      look(symbol);
    }
  };
  look(drawing);
  return [...found.values()];
}

/** The gradients and clip paths that a text refers to, except known ones. */
function paintsOf(text: string, known: (id: string) => boolean): Element[] {
  const ids = new Set(Array.from(text.matchAll(/url\(#([\w-]+)/g), ([, id]) => id!));
  return [...ids].flatMap((id) => (known(id) ? [] : (document.getElementById(id) ?? [])));
}

/** The rules of the page that apply to a drawing and what it uses, with the values of the variables. */
function stylesOf(board: Element, used: Element[]): string {
  const applies = (selector: string): boolean => {
    if (/:root|\[data-theme/.test(selector)) return true;
    try {
      return board.matches(selector) || [board, ...used].some((each) => each.querySelector(selector));
    } catch {
      return false; // a selector that this browser does not know
    }
  };
  const rules: string[] = [];
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) if (rule instanceof CSSStyleRule && applies(rule.selectorText)) rules.push(rule.cssText);
  }
  return rules.join('\n');
}

/** A drawing as the bytes of a PNG file. */
export async function pngOf(board: SVGSVGElement): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgOf(board))}`;
  await image.decode();
  const { width, height } = board.viewBox.baseVal;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * SCALE);
  canvas.height = Math.round(height * SCALE);
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}
