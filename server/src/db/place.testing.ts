// The places of the test server; apart from testing.ts, which only a test file may load.
import type { Place } from './database.ts';

/**
 * Two databases to copy: `template` is migrated and empty, in `peopled` the ready people are there.
 */
export type TestServer = { owner: Place; app: Place; template: string; peopled: string };

/** The same server and role, another database. */
export function inDatabase(place: Place, database: string): Place {
  if ('host' in place) return { ...place, database };
  const url = new URL(place.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

/**
 * How many connections a file's own database gets where nobody asks for more: each has its caches
 * to fill, which costs more than most tests.
 */
export const fewConnections = 2;
