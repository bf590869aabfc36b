// Client-side routing with the history API.

/** Where the route is in the URL: in its path, or in its query, as `?/table/abc`, for hosts that serve only files. */
type Place = 'path' | 'query';

class Route {
  path = $state('/');
  search = $state('');
  private place: Place = 'path';

  constructor() {
    addEventListener('popstate', () => this.update());
    this.update();
  }

  /** Keep the route in another part of the URL. Called once, before the app is mounted. */
  keepIn(place: Place): void {
    this.place = place;
    this.update();
  }

  /** The segments of the path: `/table/abc` has `['table', 'abc']`. */
  get parts(): string[] {
    return this.path.split('/').filter(Boolean);
  }

  /** The URL of a route: `/table/abc?moment=3` is `?/table/abc&moment=3` where the route is in the query. */
  href(to: string): string {
    if (this.place === 'path') return to;
    const [, path = '/', search = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(to) ?? [];
    if (path === '/' && !search) return `./${fragment}`;
    return `./?${path}${search && `&${search}`}${fragment}`;
  }

  go(to: string): void {
    this.push(to);
    scrollTo(0, 0);
  }

  /** Change the URL with a new history entry and keep the scroll position. */
  push(to: string): void {
    history.pushState(null, '', this.href(to));
    this.update();
  }

  /** Change the URL without a new history entry. */
  replace(to: string): void {
    history.replaceState(null, '', this.href(to));
    this.update();
  }

  private update(): void {
    if (this.place === 'path') {
      this.path = location.pathname;
      this.search = location.search;
      return;
    }
    const [, path = '/', search = ''] = /^\?(\/[^&]*)(?:&(.*))?$/.exec(location.search) ?? [];
    this.path = path;
    this.search = search && `?${search}`;
  }
}

export const route = new Route();

/** An action for `<a>`: follow the link to a route without reloading the page. */
export function internalLink(link: HTMLAnchorElement): { destroy(): void } {
  const to = link.getAttribute('href') ?? '/';
  link.setAttribute('href', route.href(to));
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    route.go(to);
  };
  link.addEventListener('click', follow);
  return { destroy: () => link.removeEventListener('click', follow) };
}
