// Client-side routing with the history API.

class Route {
  path = $state(location.pathname);
  search = $state(location.search);

  constructor() {
    addEventListener('popstate', () => this.update());
  }

  /** The segments of the path: `/table/abc` has `['table', 'abc']`. */
  get parts(): string[] {
    return this.path.split('/').filter(Boolean);
  }

  go(to: string): void {
    this.push(to);
    scrollTo(0, 0);
  }

  /** Change the URL with a new history entry and keep the scroll position. */
  push(to: string): void {
    history.pushState(null, '', to);
    this.update();
  }

  /** Change the URL without a new history entry. */
  replace(to: string): void {
    history.replaceState(null, '', to);
    this.update();
  }

  private update(): void {
    this.path = location.pathname;
    this.search = location.search;
  }
}

export const route = new Route();

/** An action for `<a>`: follow the link without reloading the page. */
export function internalLink(link: HTMLAnchorElement): { destroy(): void } {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    route.go(link.getAttribute('href') ?? '/');
  };
  link.addEventListener('click', follow);
  return { destroy: () => link.removeEventListener('click', follow) };
}
