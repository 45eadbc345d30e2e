// Compares client versions such as '1.9.3'. Used by the server and by the update prompt.

/**
 * Whether a version is older than another, compared number by number. A version that does not begin
 * with a number is never too old.
 */
export function isOlder(version: string, than: string): boolean {
  if (!/^\d/.test(version)) return false;
  const [parts, limit] = [numbers(version), numbers(than)];
  for (let place = 0; place < Math.max(parts.length, limit.length); place++) {
    const difference = (parts[place] ?? 0) - (limit[place] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

const numbers = (version: string) =>
  version.split('.').map((part) => Number.parseInt(part, 10) || 0);
