// The databases of the test server. They are not in testing.ts, because only test files may load
// that file.
import type { Place } from './database.ts';

/**
 * Two databases to copy: `template` is migrated and empty, and `peopled` also contains prepared
 * people.
 */
export type TestServer = { owner: Place; app: Place; template: string; peopled: string };

/** Returns the place of another database on the same server, with the same role. */
export function inDatabase(place: Place, database: string): Place {
  if ('host' in place) return { ...place, database };
  const url = new URL(place.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

/**
 * The pool size for a test file. It is small, because filling a connection's caches takes longer
 * than most tests.
 */
export const fewConnections = 2;
