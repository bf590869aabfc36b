import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { requestNotifications, notify } from '../../src/state/notifications';

const made: { title: string; options: object; onclick?: () => void; closed?: boolean }[] = [];

class Notice {
  static permission = 'granted';
  static requestPermission = async (): Promise<string> => Notice.permission;
  onclick?: () => void;
  closed = false;
  constructor(
    readonly title: string,
    readonly options: object,
  ) {
    made.push(this);
  }
  close(): void {
    this.closed = true;
  }
}

function worker(registration: object | undefined): void {
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
}

beforeEach(() => {
  made.length = 0;
  Notice.permission = 'granted';
  vi.stubGlobal('Notification', Notice);
  vi.stubGlobal('isSecureContext', true);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('notifications are shown by the service worker, with the path of the page', async () => {
  const showNotification = vi.fn(async () => undefined);
  worker({ active: {}, showNotification });
  await notify('Your turn', 'with Bob', 'abc');
  const options = { body: 'with Bob', tag: 'abc', icon: '/icon-192.png', data: { path: location.pathname } };
  expect(showNotification).toHaveBeenCalledWith('Your turn', options);
  expect(made).toEqual([]);
});

test('without a service worker the page shows notifications itself, and a click focuses it', async () => {
  const focus = vi.spyOn(window, 'focus').mockImplementation(() => undefined);
  for (const registration of [undefined, { active: null }, { active: {}, showNotification: () => Promise.reject(new TypeError()) }]) {
    worker(registration);
    await notify('Your turn', '', 'abc');
  }
  vi.stubGlobal('navigator', {});
  await notify('Your turn', '', 'abc');
  expect(made).toHaveLength(4);
  made[0]!.onclick!();
  expect(focus).toHaveBeenCalledOnce();
  expect(made[0]!.closed).toBe(true);
});

test('a browser that does not support the constructor causes no error', async () => {
  worker(undefined);
  vi.stubGlobal(
    'Notification',
    class {
      static permission = 'granted';
      constructor() {
        throw new TypeError('Illegal constructor');
      }
    },
  );
  await notify('Your turn', '', 'abc');
});

test('nothing is shown without permission', async () => {
  Notice.permission = 'denied';
  await notify('Your turn', '', 'abc');
  expect(made).toEqual([]);
});

test('permission is requested only in secure contexts', async () => {
  expect(await requestNotifications()).toBe('granted');
  Notice.permission = 'denied';
  expect(await requestNotifications()).toBe('denied');
  vi.stubGlobal('isSecureContext', false);
  expect(await requestNotifications()).toBe('insecure');
});
