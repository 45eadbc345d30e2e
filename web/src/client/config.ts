// The server's configuration (spec §3, Config), asked for once a visit after the first paint
// (client/loadConfig.ts).
import type { Config } from '@sandali/contract/settings.ts';
import { createStore } from './createStore.ts';

const config = createStore<Config | null>(null);

export const getConfig = config.now;
export const setConfig = config.set;
/** Calls the listener whenever it has come. */
export const onConfig = config.subscribe;

/** Resolves once it has come: it says what time it is in business. */
export function whenConfigured(): Promise<void> {
  return new Promise((resolve) => {
    if (getConfig()) return resolve();
    const stop = onConfig(() => {
      stop();
      resolve();
    });
  });
}

/** The configuration, or null until it has come. */
export const useConfig = config.use;

// Lets code that does not import loadConfig have the configuration refetched.

let refetch = () => {};

/** Refetches the configuration, once the program is loaded. */
export const refetchConfig = () => refetch();

/** Sets what refetches it. */
export function setConfigRefetch(again: () => void): void {
  refetch = again;
}
