import { writeStored } from '#/client/storage.ts';
import type { Address } from '#/routes/history.ts';
import { paths } from '#/routes/paths.ts';

/**
 * On /home, and on / which leads there, the query parameter `svm` is the client's version and is kept as `version` (spec §2), also before a login.
 * Anything that is no version is left out.
 */
export function keepShellVersion({ path, search }: Address): void {
  const version = new URLSearchParams(search).get('svm');
  const isHome = path === paths.home || path === paths.start;
  if (isHome && version && /^[\w.-]{1,40}$/.test(version)) writeStored('version', version);
}
