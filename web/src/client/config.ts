// The server's configuration (spec §3, Config), loaded once per visit after the first paint
// (client/loadConfig.ts).
import type { Config } from '@sandali/contract/settings.ts';
import { createStore } from './createStore.ts';

const config = createStore<Config | null>(null);

export const getConfig = config.now;
export const setConfig = config.set;
/** Calls the listener whenever the configuration arrives. */
export const onConfig = config.subscribe;

/** Resolves once the configuration is loaded, which sets the business time. */
export function whenConfigured(): Promise<void> {
  return new Promise((resolve) => {
    if (getConfig()) return resolve();
    const stop = onConfig(() => {
      stop();
      resolve();
    });
  });
}

/** Returns the configuration, or null until it arrives. */
export const useConfig = config.use;

// Lets code that does not import loadConfig refetch the configuration.

let refetch = () => {};

/** Refetches the configuration; does nothing until `setConfigRefetch` was called. */
export const refetchConfig = () => refetch();

/** Sets the function that refetches the configuration. */
export function setConfigRefetch(again: () => void): void {
  refetch = again;
}
