import { useEffect } from 'react';

/**
 * Keeps the screen on while the component is mounted, if the browser can. If the system releases
 * the lock, requests it again.
 */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    let isGone = false;
    let lock: WakeLockSentinel | null = null;
    const acquire = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return;
      // A phone with a low battery may refuse the lock; the code is shown anyway.
      const granted = await navigator.wakeLock.request('screen').catch(() => null);
      if (isGone) void granted?.release();
      else lock = granted ?? lock;
    };
    const onVisible = () => void acquire();
    document.addEventListener('visibilitychange', onVisible);
    void acquire();
    return () => {
      isGone = true;
      document.removeEventListener('visibilitychange', onVisible);
      void lock?.release();
    };
  }, []);
}
