import { isInShell, shellConfig } from './bridge.ts';
import { readStored } from './storage.ts';

/** The version of the web app itself. */
const webVersion = '1.0.0';

/**
 * The client's version, as shown and sent to the server: the native shell's, else within a shell
 * the version in `svm` (spec §2), else the web app's own. In a browser `svm` is ignored: otherwise
 * a link from anybody could lock its receiver out permanently.
 */
export function clientVersion(): string {
  return shellConfig().appVersion ?? (isInShell() ? readStored('version') : null) ?? webVersion;
}
