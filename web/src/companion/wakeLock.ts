/** Keep the screen on where the browser can, until the returned function is called. */
export function keepScreenOn(): () => void {
  let lock: WakeLockSentinel | null = null;
  let ended = false;
  // The browser releases the lock when the page is hidden.
  const request = async (): Promise<void> => {
    if (!('wakeLock' in navigator) || document.hidden || ended) return;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (ended) await lock.release();
    } catch {
      // Refused, for instance because the battery is low.
    }
  };
  const onVisible = (): void => void request();
  document.addEventListener('visibilitychange', onVisible);
  void request();
  return () => {
    ended = true;
    document.removeEventListener('visibilitychange', onVisible);
    void lock?.release().catch(() => undefined);
  };
}
