import { isInShell, shellConfig } from './bridge.ts';
import { readStored } from './storage.ts';

const webVersion = '1.0.0';

/**
 * Returns the client version, which is displayed and sent to the server. In a shell it is the
 * shell's own version, or else the version from `svm` (spec §2); otherwise it is the web app's.
 * Browsers ignore `svm`, because a link with an old version could lock the borrower out
 * permanently.
 */
export function clientVersion(): string {
  return shellConfig().appVersion ?? (isInShell() ? readStored('version') : null) ?? webVersion;
}
