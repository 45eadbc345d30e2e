// A standby that takes over may lack the last records of the old primary. If the timeline changes
// while the worker runs, the worker holds payouts until the gateways have reported what was sent
// meanwhile.
import type { AppContext } from '#/context/app-context.ts';
import { audit } from '#/context/audit.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { inTx } from '#/db/database.ts';
import { banksOf } from '#/gateway/routing.ts';
import { manilaDayOf } from '#/platform/days.ts';
import * as store from './failover.store.ts';
import { freshIntentMs, uuid } from './rules.ts';
import { pausePayouts } from './send.ts';
import { storeCluster } from './store.ts';

/** How often the worker records that it saw the database, and how often it asks gateways. */
const [lookMs, keepMs, askMs] = [2000, 10_000, 10_000];
/** The clocks of servers may differ by this much. */
const marginMs = 60_000;
/**
 * The minimum hold. By its end, an order of the old primary is paid, refused or lost, and the
 * worker looks up every earlier order at its gateway before it sends it (`freshIntentMs`).
 */
const leastHoldMs = freshIntentMs + 5000;
/** After this time staff must decide. A longer gap before the failover counts as a restore. */
const longestMs = 15 * 60_000;

const before = (at: Temporal.Instant, ms: number) => at.subtract({ milliseconds: ms });
const msSince = (at: Temporal.Instant, wall: Temporal.Instant) =>
  wall.epochMilliseconds - at.epochMilliseconds;

/**
 * Returns the worker's step that watches the timeline. Its only state is the time of its last look.
 */
export function failoverWatch(): (ctx: WorkCtx) => Promise<number> {
  let [lookedAtMs, askedAtMs] = [-lookMs, -askMs];
  return async (ctx) => {
    const wallMs = ctx.wall.epochMilliseconds;
    if (wallMs - lookedAtMs < lookMs && wallMs >= lookedAtMs) return 0;
    lookedAtMs = wallMs;
    const seen = await store.seenCluster(ctx.app.db);
    if (!seen) return 0;
    if (seen.name !== seen.current) await noticeMove(ctx);
    else if (!seen.held_at) {
      if (msSince(seen.seen_at, ctx.wall) >= keepMs) await store.recordSeen(ctx.app.db, ctx.wall);
    } else if (
      msSince(seen.held_at, ctx.wall) >= leastHoldMs &&
      (wallMs - askedAtMs >= askMs || wallMs < askedAtMs)
    ) {
      askedAtMs = wallMs;
      await tryResume(ctx, seen);
    }
    return 0;
  };
}

/** Returns how long payouts have been held after a failover, in ms; 0 if they are not. */
export async function payoutsHeldMs({ db, clocks }: AppContext): Promise<number> {
  const since = await store.heldSince(db);
  return since ? msSince(since, clocks.wall()) : 0;
}

async function noticeMove({ app, wall, now }: WorkCtx): Promise<void> {
  const isPaused = await inTx(app.db, async (tx) => {
    await store.lockCluster(tx);
    const seen = await store.seenCluster(tx);
    if (!seen || seen.name === seen.current) return false; // another worker was faster
    if (!isFailover(seen, wall)) {
      await storeCluster(tx, { name: seen.current }, wall);
      await pausePayouts(app, tx, 'the worker', 'the database was restored');
      return true;
    }
    const lostFrom = before(seen.seen_at, marginMs);
    await store.holdPayouts(tx, { name: seen.current, lostFrom, wall, now });
    const reason = 'the database failed over';
    await audit(tx, { at: now, who: 'the worker', act: 'payoutsHeld', reason });
    app.log.warn('payouts are held until the gateways have reported what the old primary sent', {
      event: 'payouts held',
      reason,
    });
    return false;
  });
  if (isPaused) app.settings.forget();
}

/** Whether only the timeline changed, and soon after the last look. */
function isFailover({ name, current, seen_at: seenAt }: store.Seen, wall: Temporal.Instant) {
  const withoutTimeline = (of: string) => of.split(' ').toSpliced(1, 1).join(' ');
  return withoutTimeline(name) === withoutTimeline(current) && msSince(seenAt, wall) <= longestMs;
}

async function tryResume(ctx: WorkCtx, seen: store.Seen): Promise<void> {
  const { app, wall, now } = ctx;
  const { held_at: heldSince, lost_from_at: lostFrom } = seen;
  if (!heldSince || !lostFrom) return;
  // Gateways report in business time.
  const forgotten = await forgottenPayouts(app, before(now, msSince(lostFrom, wall)), now);
  if (forgotten === null && msSince(heldSince, wall) < longestMs) return;
  const reason =
    forgotten === null
      ? 'the database failed over, and a gateway did not report what was sent'
      : `the database failed over and lacks ${forgotten.length} payouts that were sent`;
  const isPaused = await inTx(app.db, async (tx) => {
    await store.lockCluster(tx);
    const still = await store.seenCluster(tx);
    if (!still?.held_at || still.name !== still.current) return false;
    if (forgotten === null || forgotten.length > 0) {
      await pausePayouts(app, tx, 'the worker', reason);
      return true;
    }
    await store.endHold(tx, wall);
    const cause = 'the gateways have reported what the old primary sent';
    await audit(tx, { at: now, who: 'the worker', act: 'payoutsResumed', reason: cause });
    app.log.warn('payouts are resumed', { event: 'payouts resumed', reason: cause });
    return false;
  });
  if (isPaused) app.settings.forget();
  app.wake();
}

/**
 * Returns the references of payouts that gateways have paid since then and that the database lacks;
 * null if a gateway gave no clear answer.
 */
async function forgottenPayouts(
  app: AppContext,
  from: Temporal.Instant,
  now: Temporal.Instant,
): Promise<string[] | null> {
  const references: string[] = [];
  for (const bank of banksOf(app))
    for (
      let day = manilaDayOf(from);
      Temporal.PlainDate.compare(day, manilaDayOf(now)) <= 0;
      day = day.add({ days: 1 })
    ) {
      const answer = await bank.settlementReport(day);
      if (answer.outcome === 'unknown') return null;
      for (const { kind, reference, at } of answer.lines)
        if (
          kind === 'payoutPaid' &&
          reference &&
          uuid.test(reference) &&
          Temporal.Instant.compare(at, from) >= 0
        )
          references.push(reference);
    }
  return await store.unknownPayouts(app.db, references);
}
