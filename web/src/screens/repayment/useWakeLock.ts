import { useEffect } from 'react';

/** Keeps the display on while the component is shown, where the browser can; a lock that the system took is asked for again on return. */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    let isGone = false;
    let lock: WakeLockSentinel | null = null;
    const hold = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return;
      // A phone that is low on power may refuse; the code then shows all the same.
      const held = await navigator.wakeLock.request('screen').catch(() => null);
      if (isGone) void held?.release();
      else lock = held ?? lock;
    };
    const onVisible = () => void hold();
    document.addEventListener('visibilitychange', onVisible);
    void hold();
    return () => {
      isGone = true;
      document.removeEventListener('visibilitychange', onVisible);
      void lock?.release();
    };
  }, []);
}
