// Chains the trail in batches by their hashes, one a minute. Writers never wait for it: there is no
// chain head in their way.
//
// No row may come into a batch that is chained. A transaction gets its own id before it gets a
// number of the trail (02-staff.sql), and ids only grow. So the last number is read first, then a
// transaction of ours gets an id: every transaction that has a number up to there has a lower id.
// Once every transaction with a lower id has ended, all rows up to that number are there, and those
// that are not will never be.

import type { WorkCtx } from '#/context/ctx.ts';
import { inTx, type Tx } from '#/db/database.ts';
import { linkInTurn } from '#/platform/chain.ts';
import { hashOfRows, longestBatch, trailChain } from './batch-hash.ts';
import * as store from './chain-trail.store.ts';
import { watchTrail } from './watch.ts';

const everyMs = 60_000;

/**
 * Marks how far the next batch goes once a minute, and chains it when all transactions of that
 * moment have ended.
 * @returns 1 where it did either.
 */
export async function chainTrail({ app, now, wall }: WorkCtx): Promise<number> {
  const seen = await store.readHead(app.db);
  const isMarkDue =
    seen.lastNumber > seen.toId &&
    (seen.markedAt === null || msSince(seen.markedAt, wall) >= everyMs);
  if (seen.markedTo === null && !isMarkDue) return 0;
  if (isMarkDue && seen.markedTo === null) await watchTrail({ app, now, wall }, seen);
  return await inTx(app.db, async (tx) => {
    const head = await store.lockHead(tx);
    if (!head) return 0;
    if (head.markedTo !== null && head.markedIn !== null)
      return await chainMarked(tx, head, head.markedTo, head.markedIn, wall);
    if (!isMarkDue || seen.lastNumber <= head.toId) return 0;
    await store.markHead(tx, seen.lastNumber, wall);
    return 1;
  });
}

async function chainMarked(
  tx: Tx,
  head: store.Head,
  markedTo: bigint,
  markedIn: bigint,
  wall: Temporal.Instant,
): Promise<number> {
  const { own, oldest } = await store.transactions(tx);
  if (own <= markedIn) {
    // Ids begin anew in a database that was restored from a dump, where nobody from before is at
    // work.
    await store.markHead(tx, markedTo, wall);
    return 1;
  }
  if (oldest <= markedIn) return 0;
  const fromId = head.toId + 1n;
  const toId = markedTo - head.toId > longestBatch ? head.toId + longestBatch : markedTo;
  const rows = await store.rowsBetween(tx, fromId, toId);
  const batch = {
    number: head.number + 1n,
    fromId,
    toId,
    rowCount: BigInt(rows.length),
    rowsHash: hashOfRows(rows),
  };
  for (const link of linkInTurn(trailChain, [batch], head.hash, wall))
    await store.appendLink(tx, link, toId === markedTo);
  return 1;
}

function msSince(at: Temporal.Instant, wall: Temporal.Instant): number {
  return wall.epochMilliseconds - at.epochMilliseconds;
}
