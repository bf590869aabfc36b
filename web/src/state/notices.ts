// Notifications of the browser: whether it allows them, and how they are shown.

export type Allowed = 'granted' | 'denied' | 'insecure';

/** Ask whether this page may notify. Browsers allow it at secure addresses only. */
export async function allowNotices(): Promise<Allowed> {
  if (window.isSecureContext === false) return 'insecure';
  if (typeof Notification === 'undefined') return 'denied';
  const answer = await Notification.requestPermission();
  return answer === 'granted' ? 'granted' : 'denied';
}

/**
 * Show a notification that leads back to this page.
 *
 * Android shows only those of a service worker; a page without one uses the constructor.
 */
export async function notify(title: string, body: string, tag: string): Promise<void> {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const options = { body, tag, icon: '/icon-192.png', data: { path: location.pathname } };
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
    // The title of the tab and the sound remain.
  }
}
