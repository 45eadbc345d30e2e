import { shellConfig } from './bridge.ts';
import { readKept } from './store.ts';

/** The version of the web app itself. */
export const webVersion = '1.0.0';

/** The client's version, as it is shown and told to the server: the native shell's, else the one that `svm` brought (spec §2), else the web app's own. */
export function clientVersion(): string {
  return shellConfig().appVersion ?? readKept('version') ?? webVersion;
}
