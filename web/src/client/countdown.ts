import { useCallback, useEffect, useState } from 'react';
import { wallMs } from './clock.ts';

/** Seconds until something may be done again, counted on the screen; 0 when it may. It says nothing about the server's own clock. */
export function useCountdown(): { secondsLeft: number; start(seconds: number): void } {
  const [endMs, setEnd] = useState(0);
  const [secondsLeft, setLeft] = useState(0);
  useEffect(() => {
    if (endMs === 0) return;
    const tick = () => {
      const left = Math.max(0, Math.ceil((endMs - wallMs()) / 1000));
      setLeft(left);
      if (left === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  }, [endMs]);
  return { secondsLeft, start: useCallback((seconds) => setEnd(wallMs() + seconds * 1000), []) };
}
