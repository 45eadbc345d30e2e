// Whether this visit began offline and has had no network since.
import { init } from '@sandali/contract/init.ts';
import { useEffect } from 'react';
import { createStore } from './createStore.ts';

const probeEveryMs = 5000;
const probeTimeoutMs = 4000;
const hasWindow = typeof window !== 'undefined';

/**
 * A page from the service worker has no element for the key list, because the server did not answer
 * within three seconds.
 */
const isOffline = createStore(hasWindow && (!navigator.onLine || !document.getElementById('keys')));

/** Asks the server once; returns whether it answered, with any status, and then ends offline. */
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

/** True from an offline start until the server answers. Probes while the phone has a network. */
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
