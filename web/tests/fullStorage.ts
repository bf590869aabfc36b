import { vi, type Mock } from 'vitest';

/** From now on the browser has no room to store anything, until `vi.unstubAllGlobals`. Returns the refusing method. */
export function fillStorage(): Mock {
  const { localStorage: store } = globalThis;
  const setItem = vi.fn(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  vi.stubGlobal('localStorage', { getItem: (key: string) => store.getItem(key), setItem });
  return setItem;
}
