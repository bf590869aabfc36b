import { vi } from 'vitest';

/** From now on the browser has no room to store anything, until `vi.unstubAllGlobals`. */
export function fillStorage(): void {
  const { localStorage: store } = globalThis;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.getItem(key),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
}
