// Primaries die while people borrow and repay through a whole cluster. A standby takes over, no
// confirmed write is lost, nothing is paid twice, and payouts pause and resume by themselves.
import { setTimeout as wait } from 'node:timers/promises';
import { createSettings } from '@sandali/server/context/settings.ts';
import type { Db } from '@sandali/server/db/database.ts';
import { inventedLender } from '@sandali/server/platform/lender.ts';
import { until } from '@sandali/server/sandbox/life.ts';
import type { Cluster } from '#/cluster/cluster.ts';
import { type Lives, retried } from '#/cluster/lives.ts';
import { underLoad } from '#/cluster/under-load.ts';
import type { BatteryTest, Counts, Findings } from '#/test.ts';

/** How long payouts may stay held after a failover. */
const mostHeldMs = 240_000;
/** A primary dies if its machine loses power, or if its processes stand still. */
const deaths = ['power', 'freeze', 'power', 'freeze', 'power'] as const;
/** How long calls go on without the old primary's machine. */
const aloneMs = 15_000;

export const failover: BatteryTest = {
  name: 'failover',
  about: 'primaries of a cluster die under load, and no confirmed write is lost or paid twice',
  run: async ({ isQuick }) =>
    await underLoad(async ({ cluster, lives, findings }) => {
      const counts: Counts = {};
      for (const [nth, death] of (isQuick ? deaths.slice(0, 1) : deaths).entries()) {
        await lives.payments(4 * (nth + 1));
        counts[`gapSeconds ${nth + 1} (${death})`] = await killOne(cluster, death, lives.tally);
        counts[`heldSeconds ${nth + 1}`] = await heldAndResumed(lives.db, findings);
      }
      return counts;
    }),
};

/**
 * Kills the primary, waits for another one, and brings the old one back as a standby.
 * @returns the longest time without an answered call, in seconds
 */
async function killOne(
  { database }: Cluster,
  death: (typeof deaths)[number],
  tally: Lives['tally'],
): Promise<number> {
  const old = await database.primary();
  if (!old) throw new Error('the cluster has no primary');
  const longestBeforeMs = tally.longestGapMs;
  tally.longestGapMs = 0;
  if (death === 'power') await database.cutPower(old);
  else database.freeze(old, 'SIGSTOP');
  const lookForAnother = async () => {
    const now = await database.primary();
    return now !== null && now !== old;
  };
  await until('another primary', lookForAnother, 90_000);
  await wait(aloneMs);
  if (death === 'power') database.patroni(old).start();
  else database.freeze(old, 'SIGCONT');
  await until('the old primary as a standby', async () => await database.isStandby(old), 180_000);
  const gapMs = tally.longestGapMs;
  tally.longestGapMs = Math.max(longestBeforeMs, gapMs);
  return Math.round(gapMs / 100) / 10;
}

/** Waits until held payouts are resumed. @returns how long they were held, in seconds */
async function heldAndResumed(db: Db, findings: Findings): Promise<number> {
  const rows = () =>
    db
      .selectFrom('audit_log')
      .select(['act', 'at'])
      .where('act', 'in', ['payoutsHeld', 'payoutsResumed'])
      .orderBy('at')
      .execute();
  const lookForEnd = async () => (await retried(rows)).at(-1)?.act === 'payoutsResumed';
  await wait(5000); // the worker looks at the timeline every two seconds
  await until('the end of the hold', lookForEnd, mostHeldMs);
  const [held, resumed] = (await rows()).slice(-2);
  const { payoutsOn } = await createSettings(db, () => Date.now(), inventedLender).all();
  findings.expect(held?.act === 'payoutsHeld' && payoutsOn, 'payouts were not held and resumed');
  const ms = (resumed?.at.epochMilliseconds ?? 0) - (held?.at.epochMilliseconds ?? 0);
  return Math.round(ms / 1000);
}
