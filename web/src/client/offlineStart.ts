// Tells whether this visit began offline and has had no network since.
import { init } from '@sandali/contract/init.ts';
import { useEffect } from 'react';
import { createStore } from './createStore.ts';

const probeEveryMs = 5000;
const probeTimeoutMs = 4000;
const hasWindow = typeof window !== 'undefined';

/**
 * Whether the visit began offline. If the server does not respond within three seconds, the service
 * worker serves a page without the element for the key list.
 */
const isOffline = createStore(hasWindow && (!navigator.onLine || !document.getElementById('keys')));

/**
 * Calls the server once and returns whether it responded, with any status. A response ends the
 * offline state.
 */
export async function probeNetwork(): Promise<boolean> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), probeTimeoutMs);
  try {
    const headers = { 'Content-Type': 'application/json' };
    await fetch(`/galaxy${init.path}`, {
      method: 'POST',
      headers,
      body: '{}',
      signal: timeout.signal,
    });
    isOffline.set(false);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns true after an offline start until the server responds. Probes the server while the phone
 * reports a network.
 */
export function useStartedOffline(): boolean {
  const isOut = isOffline.use();
  useEffect(() => {
    if (!isOut) return;
    const look = () => void (navigator.onLine && probeNetwork());
    look();
    const timer = setInterval(look, probeEveryMs);
    addEventListener('online', look);
    return () => {
      clearInterval(timer);
      removeEventListener('online', look);
    };
  }, [isOut]);
  return isOut;
}
