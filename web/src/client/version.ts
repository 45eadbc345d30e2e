import { isInShell, shellConfig } from './bridge.ts';
import { readStored } from './storage.ts';

const webVersion = '1.0.0';

/**
 * Returns the client's version, shown and sent to the server: the native shell's, or else inside a
 * shell the version in `svm` (spec §2), or else the web app's. A browser ignores `svm`, because a
 * link with an old version could lock the reader out permanently.
 */
export function clientVersion(): string {
  return shellConfig().appVersion ?? (isInShell() ? readStored('version') : null) ?? webVersion;
}
