// The server's configuration (spec §3, Config), asked for once a visit after the first paint (kit/loadConfig.ts).
import type { Config } from '@sandali/contract/settings.ts';
import { useSyncExternalStore } from 'react';

let config: Config | null = null;
const listeners = new Set<() => void>();

export const configNow = () => config;

export function setConfig(next: Config): void {
  config = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The configuration, or null until it has come. */
export function useConfig(): Config | null {
  return useSyncExternalStore(subscribe, configNow, () => null);
}
