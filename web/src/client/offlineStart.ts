// Whether this visit began without a network and has had none since.
import { init } from '@sandali/contract/init.ts';
import { useEffect } from 'react';
import { createStore } from './createStore.ts';

const probeEveryMs = 5000;
const probeTimeoutMs = 4000;
const hasWindow = typeof window !== 'undefined';

/**
 * A page that came from the service worker's store has no place for the key list: the server did
 * not answer, or not within three seconds.
 */
const isOffline = createStore(hasWindow && (!navigator.onLine || !document.getElementById('keys')));

/**
 * Looks for the server once and gives whether it answered, with whatever status; from then on there
 * is a network.
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
 * True from a start without a network until the server has answered. While it is true, the server
 * is looked for whenever the phone has a network.
 */
export function useStartedOffline(): boolean {
  const out = isOffline.use();
  useEffect(() => {
    if (!out) return;
    const look = () => void (navigator.onLine && probeNetwork());
    look();
    const timer = setInterval(look, probeEveryMs);
    addEventListener('online', look);
    return () => {
      clearInterval(timer);
      removeEventListener('online', look);
    };
  }, [out]);
  return out;
}
