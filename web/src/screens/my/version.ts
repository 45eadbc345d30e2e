import { shellConfig } from '#/kit/bridge.ts';
import { readKept } from '#/kit/store.ts';

/** The version of the web app itself. */
export const webVersion = '1.0.0';

/** The version to show: the native shell's, else the one that `svm` brought (spec §2), else the web app's own. */
export function clientVersion(): string {
  return shellConfig().appVersion ?? readKept('version') ?? webVersion;
}
