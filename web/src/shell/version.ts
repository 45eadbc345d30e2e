import { keep } from '#/kit/store.ts';
import { paths } from '#/paths.ts';

/** On /home, the query parameter `svm` is the client's version and is kept as `version` (spec §2). Anything that is no version is left out. */
export function keepShellVersion(path: string, search: URLSearchParams): void {
  const version = search.get('svm');
  if (path === paths.home && version && /^[\w.-]{1,40}$/.test(version)) keep('version', version);
}
