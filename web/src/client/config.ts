// The server's configuration (spec §3, Config), asked for once a visit after the first paint (client/loadConfig.ts).
import type { Config } from '@sandali/contract/settings.ts';
import { createStore } from './createStore.ts';

const config = createStore<Config | null>(null);

export const getConfig = config.now;
export const setConfig = config.set;

/** The configuration, or null until it has come. */
export const useConfig = config.use;

// How an answer that came before the program, or apart from it, has the configuration asked for anew.

let run = () => {};

/** Asks for the configuration once more, where the program is there to do it. */
export const refetchConfig = () => run();

/** Says who asks. */
export function setConfigRefetch(again: () => void): void {
  run = again;
}
