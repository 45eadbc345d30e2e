import { keep } from '#/kit/store.ts';
import { paths } from '#/paths.ts';

/** On /home, the query parameter `svm` is the client's version and is kept as `version` (spec §2). Anything that is no version is left out. */
export function keepShellVersion(path: string, search: URLSearchParams): void {
  const version = search.get('svm');
  if (path === paths.home && version && /^[\w.-]{1,40}$/.test(version)) keep('version', version);
}

/** Whether a version such as '1.9.3' comes before another, number by number. One that does not begin with a number is never too old. */
export function isOlder(version: string, than: string): boolean {
  if (!/^\d/.test(version)) return false;
  const [own, other] = [numbers(version), numbers(than)];
  for (let place = 0; place < Math.max(own.length, other.length); place++) {
    const difference = (own[place] ?? 0) - (other[place] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

const numbers = (version: string) => version.split('.').map((part) => Number.parseInt(part, 10) || 0);
