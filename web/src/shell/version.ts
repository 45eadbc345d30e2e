import { keep } from '#/client/store.ts';
import type { Address } from '#/routes/moves.ts';
import { paths } from '#/routes/paths.ts';

/**
 * On /home, and on / which leads there, the query parameter `svm` is the client's version and is kept as `version` (spec §2), also before a login.
 * Anything that is no version is left out.
 */
export function keepShellVersion({ path, search }: Address): void {
  const version = new URLSearchParams(search).get('svm');
  const isHome = path === paths.home || path === paths.start;
  if (isHome && version && /^[\w.-]{1,40}$/.test(version)) keep('version', version);
}
