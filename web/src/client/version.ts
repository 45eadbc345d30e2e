import { isInShell, shellConfig } from './bridge.ts';
import { readStored } from './storage.ts';

/** The version of the web app itself. */
const webVersion = '1.0.0';

/**
 * The client's version, as it is shown and told to the server: the native shell's, else within one the version that `svm` brought (spec §2), else the web
 * app's own. In a browser `svm` counts for nothing: a link that anybody may send would shut its receiver out for good.
 */
export function clientVersion(): string {
  return shellConfig().appVersion ?? (isInShell() ? readStored('version') : null) ?? webVersion;
}
