// The Download APP button (spec §2): where it leads, and whether it is there.
import type { Config } from '@sandali/contract/settings.ts';
import { isInShell } from '#/kit/bridge.ts';
import { paths } from '#/paths.ts';

/** The shops an app may come from. */
const shops = ['play.google.com', 'apps.apple.com', 'appgallery.huawei.com', 'galaxystore.samsung.com'];

/** The download address where it is an https address of a shop that we know, else null. */
export function downloadLink({ downloadUrl }: Pick<Config, 'downloadUrl'>): string | null {
  try {
    const { protocol, hostname, port, username } = new URL(downloadUrl);
    return protocol === 'https:' && shops.includes(hostname) && !port && !username ? downloadUrl : null;
  } catch {
    return null;
  }
}

/** The address for the floating button, or null: only where the flag is set, not on /login, not in the shell, not when installed. */
export function downloadOffer(config: Pick<Config, 'appDownload' | 'downloadUrl'>, path: string): string | null {
  if (!config.appDownload || path === paths.login || isInShell() || isInstalled()) return null;
  return downloadLink(config);
}

function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone), (display-mode: minimal-ui), (display-mode: fullscreen)').matches;
}
