// Versions of clients, such as '1.9.3'. The server and the update prompt share this comparison.

/**
 * Whether a version is older than another, compared number by number. A version that does not begin
 * with a number is never too old.
 */
export function isOlder(version: string, than: string): boolean {
  if (!/^\d/.test(version)) return false;
  const [own, other] = [numbers(version), numbers(than)];
  for (let place = 0; place < Math.max(own.length, other.length); place++) {
    const difference = (own[place] ?? 0) - (other[place] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

const numbers = (version: string) =>
  version.split('.').map((part) => Number.parseInt(part, 10) || 0);
