// The server's configuration (spec §3, Config). client/loadConfig.ts loads it once per visit, after
// the first paint.
import type { Config } from '@sandali/contract/settings.ts';
import { createStore } from './createStore.ts';

const config = createStore<Config | null>(null);

export const getConfig = config.now;
export const setConfig = config.set;
export const onConfig = config.subscribe;

/** Resolves once the configuration has been loaded, which also sets business time. */
export function whenConfigured(): Promise<void> {
  return new Promise((resolve) => {
    if (getConfig()) return resolve();
    const stop = onConfig(() => {
      stop();
      resolve();
    });
  });
}

export const useConfig = config.use;

// Lets code refetch the configuration without importing loadConfig.

let refetch = () => {};

/** Refetches the configuration; does nothing before `setConfigRefetch` is called. */
export const refetchConfig = () => refetch();

export function setConfigRefetch(again: () => void): void {
  refetch = again;
}
