// Browser notifications: permission and display.

import { asset } from './assets';

export type NotificationAccess = 'granted' | 'denied' | 'insecure';

/** Request the permission to notify. Browsers grant it only in secure contexts. */
export async function requestNotifications(): Promise<NotificationAccess> {
  if (window.isSecureContext === false) return 'insecure';
  if (typeof Notification === 'undefined') return 'denied';
  const answer = await Notification.requestPermission();
  return answer === 'granted' ? 'granted' : 'denied';
}

/**
 * Show a notification that opens this page on click.
 *
 * Android supports only notifications of a service worker; without one, the constructor is used.
 */
export async function notify(title: string, body: string, tag: string): Promise<void> {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const options = { body, tag, icon: asset('icon-192.png'), data: { path: location.pathname + location.search } };
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    if (registration?.active) return await registration.showNotification(title, options);
  } catch {
    // Without a service worker the constructor may still work.
  }
  try {
    const notice = new Notification(title, options);
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // The page title and the sound still signal the turn.
  }
}
