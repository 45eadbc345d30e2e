import { useEffect } from 'react';

/**
 * Keeps the display on while the component is shown, where the browser can; a lock that the system
 * released is requested again on return.
 */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    let isGone = false;
    let lock: WakeLockSentinel | null = null;
    const acquire = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return;
      // A phone that is low on power may refuse; the code then shows all the same.
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
