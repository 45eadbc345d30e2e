// Builds the trail's hash chain, one batch per minute, without delaying writers. A batch is
// complete once all transactions that reserved its numbers have ended. Their transaction ids are
// lower than the mark's (02-staff.sql).
import type { WorkCtx } from '#/context/ctx.ts';
import { inTx, type Tx } from '#/db/database.ts';
import { linkInTurn } from '#/platform/chain.ts';
import { hashOfRows, longestBatch, trailChain } from './batch-hash.ts';
import * as store from './chain-trail.store.ts';
import { watchTrail } from './watch.ts';

const everyMs = 60_000;

/**
 * Marks the end of the next batch once a minute, and chains the batch once the transactions that
 * were open at that moment have ended.
 * @returns 1 if it marked or chained a batch, otherwise 0
 */
export async function chainTrail({ app, now, wall }: WorkCtx): Promise<number> {
  const head = await store.readHead(app.db);
  const isMarkDue =
    head.lastNumber > head.toId &&
    (head.markedAt === null || msSince(head.markedAt, wall) >= everyMs);
  if (head.markedTo === null && !isMarkDue) return 0;
  if (isMarkDue && head.markedTo === null) await watchTrail({ app, now, wall }, head);
  return await inTx(app.db, async (tx) => {
    const locked = await store.lockHead(tx);
    if (!locked) return 0;
    if (locked.markedTo !== null && locked.markedIn !== null)
      return await chainMarked(tx, locked, locked.markedTo, locked.markedIn, wall);
    if (!isMarkDue || head.lastNumber <= locked.toId) return 0;
    await store.markHead(tx, head.lastNumber, wall);
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
    // Transaction ids restart in a database that was restored from a dump.
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
