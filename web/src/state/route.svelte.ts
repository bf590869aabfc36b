// Where the page is: the path of the address, and how to go elsewhere without loading anew.

class Route {
  path = $state(location.pathname);
  search = $state(location.search);

  constructor() {
    addEventListener('popstate', () => this.look());
  }

  /** The parts of the path: `/table/abc` is `['table', 'abc']`. */
  get parts(): string[] {
    return this.path.split('/').filter(Boolean);
  }

  go(to: string): void {
    history.pushState(null, '', to);
    this.look();
    scrollTo(0, 0);
  }

  /** Change the address without a step back to where it was. */
  replace(to: string): void {
    history.replaceState(null, '', to);
    this.look();
  }

  private look(): void {
    this.path = location.pathname;
    this.search = location.search;
  }
}

export const route = new Route();

/** Links within the page go without loading: an action for `<a>`. */
export function local(link: HTMLAnchorElement): { destroy(): void } {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    route.go(link.getAttribute('href') ?? '/');
  };
  link.addEventListener('click', follow);
  return { destroy: () => link.removeEventListener('click', follow) };
}
