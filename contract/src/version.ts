// Versions of clients, such as '1.9.3': the server and the update prompt compare them alike.

/**
 * Whether a version comes before another, number by number. One that does not begin with a number
 * is never too old.
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
