// Lists of staff are read from a standby if it has replayed everything that the primary had written
// when the list was asked for (docs/decisions/0100). Nothing else is.
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { stopwatch } from '#/platform/clock.ts';
import { Declined } from '#/platform/refuse.ts';
import { clusterNow } from './cluster-name.ts';
import { type Db, inTx, type Read, type Tx } from './database.ts';

/** The end of the primary's WAL: the database's name (cluster-name.ts) and the position. */
export type WalEnd = { cluster: string; lsn: string };

/** The reading pool: the number of sessions, and how long it waits for one and for an answer. */
export const readingPool = { max: 4, waitMs: 1000, answerMs: 3000 };

/** How long a list waits for the standby, and how often it looks. */
const [catchUpMs, lookMs] = [200, 10];
/** How long the primary is read after the standby was late or failed. */
const pauseMs = 5000;

/** Returns the end of what the primary has written durably, so of everything it has confirmed. */
export async function walEnd(primary: Read): Promise<WalEnd> {
  const { rows } = await sql<WalEnd>`
    select ${clusterNow} as cluster, pg_current_wal_flush_lsn()::text as lsn`.execute(primary);
  return rows[0] as WalEnd;
}

/**
 * Returns how many bytes of WAL a server lacks up to `end`; 0 or less if it has everything. Returns
 * Infinity for another cluster or timeline, whose positions mean something else. A standby has the
 * name that a worker stored on its timeline. The server may be a standby that became the primary.
 */
export async function bytesBehind(read: Read, end: WalEnd): Promise<number> {
  const { rows } = await sql<{ isSame: boolean; bytes: number }>`
    select case when pg_is_in_recovery() then (select name from database_cluster)
      else ${clusterNow} end = ${end.cluster} as "isSame",
      pg_wal_lsn_diff(${end.lsn}::pg_lsn, case when pg_is_in_recovery()
        then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end)::float8 as bytes
    `.execute(read);
  return rows[0]?.isSame ? rows[0].bytes : Number.POSITIVE_INFINITY;
}

/** Where a list was read. The primary is read if the standby is `late` or has `failed`. */
export type ListSource = 'standby' | 'late' | 'failed';

export type Standby = {
  /**
   * Runs the reads of a list on the standby, in one transaction. Returns null if the primary must
   * be read instead. @throws Declined, as `fn` does
   */
  readList<T extends object>(fn: (tx: Tx) => Promise<T>): Promise<T | null>;
  /** Returns how many bytes of the primary's WAL the standby has not replayed. */
  bytesBehind(): Promise<number>;
};

type StandbyDeps = {
  primary: Db;
  standby: Db;
  countList(source: ListSource): void;
  onFailure(error: unknown): void;
};

export function openStandby({ primary, standby, countList, onFailure }: StandbyDeps): Standby {
  let pause: { source: ListSource; elapsedMs: () => number } | null = null;
  const usePrimary = (source: ListSource): null => {
    pause = { source, elapsedMs: stopwatch() };
    countList(source);
    return null;
  };
  return {
    async readList(fn) {
      if (pause && pause.elapsedMs() < pauseMs) {
        countList(pause.source);
        return null;
      }
      try {
        const end = await walEnd(primary);
        const result = await inTx(standby, async (tx) => {
          const isReadOnly = sql`set transaction read only`.execute(tx);
          const [isFresh] = await Promise.all([catchUp(tx, end), isReadOnly]);
          return isFresh ? await fn(tx) : null;
        });
        if (!result) return usePrimary('late');
        countList('standby');
        return result;
      } catch (error) {
        if (error instanceof Declined) throw error;
        onFailure(error);
        return usePrimary('failed');
      }
    },
    async bytesBehind() {
      const end = await walEnd(primary);
      return await bytesBehind(standby, end);
    },
  };
}

/** Waits a moment for the session's server. Each statement of a transaction sees what is new. */
async function catchUp(tx: Tx, end: WalEnd): Promise<boolean> {
  const elapsedMs = stopwatch();
  for (;;) {
    const bytes = await bytesBehind(tx, end);
    if (bytes <= 0) return true;
    if (bytes === Number.POSITIVE_INFINITY || elapsedMs() > catchUpMs) return false;
    await wait(lookMs);
  }
}
