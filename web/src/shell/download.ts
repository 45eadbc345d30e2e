// The address and visibility of the Download APP button (spec §2).
import { leadsTo, shopHosts } from '@sandali/contract/links.ts';
import type { Config } from '@sandali/contract/settings.ts';
import { isInShell } from '#/client/bridge.ts';
import { paths } from '#/routes/paths.ts';

/**
 * Returns the download address if it is an https address at a known app store or our own host;
 * otherwise null.
 */
export function downloadLink({ downloadUrl }: Pick<Config, 'downloadUrl'>): string | null {
  return leadsTo(downloadUrl, [...shopHosts, globalThis.location?.hostname]) ? downloadUrl : null;
}

/**
 * Returns the address for the floating button. Null if the flag is not set, on /login, in the
 * native shell, and once the app is installed.
 */
export function downloadOffer(
  config: Pick<Config, 'appDownload' | 'downloadUrl'>,
  path: string,
): string | null {
  if (!config.appDownload || path === paths.login || isInShell() || isInstalled()) return null;
  return downloadLink(config);
}

function isInstalled(): boolean {
  return matchMedia(
    '(display-mode: standalone), (display-mode: minimal-ui), (display-mode: fullscreen)',
  ).matches;
}
