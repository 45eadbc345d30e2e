import { isInShell, shellConfig } from './bridge.ts';
import { readStored } from './storage.ts';

/** The version of the web app itself. */
const webVersion = '1.0.0';

/**
 * The client's version, shown and sent to the server: the native shell's, else inside a shell the
 * version in `svm` (spec §2), else the web app's. A browser ignores `svm`, because a link with an
 * old version could lock the reader out permanently.
 */
export function clientVersion(): string {
  return shellConfig().appVersion ?? (isInShell() ? readStored('version') : null) ?? webVersion;
}
