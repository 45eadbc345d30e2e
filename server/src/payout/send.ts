// The payout worker claims a row and commits the state `sent`. It then calls the payout's own
// gateway outside any transaction, and settles the response in another. After a crash the lease
// expires, and the next worker queries the reference before it resends.
import type { PayoutChannel, PayoutRail } from '@sandali/contract/channel.ts';
import { centavos } from '@sandali/contract/money.ts';
import type { Bank } from '#/adapters/bank/port.ts';
import type { AppContext } from '#/context/app-context.ts';
import { audit } from '#/context/audit.ts';
import { type WorkCtx, workCtx } from '#/context/ctx.ts';
import { eachItem } from '#/context/failing-items.ts';
import { storeSetting } from '#/context/settings.ts';
import { mayPayOut } from '#/context/switches.ts';
import { inTx, type Read, type Tx } from '#/db/database.ts';
import type { Listener, LookupResult } from '#/gateway/inbox.ts';
import { bankNamed, banksOf } from '#/gateway/routing.ts';
import { CannotStart } from '#/platform/cannot-start.ts';
import { joinOrder, traced } from '#/platform/trace.ts';
import type { PayoutKind, Receiver } from './order.ts';
import {
  afterQuery,
  afterResending,
  afterSending,
  floatWaitMs,
  freshIntentMs,
  isDeduplicated,
  type PayoutStep,
  type QueriedPayout,
  uuid,
} from './rules.ts';
import { type Handlers, settlePayout } from './settle.ts';
import {
  type Claimed,
  changePayout,
  checkHeld,
  checkServed,
  claimPayouts,
  currentCluster,
  endWait,
  findPayout,
  lastCluster,
  markPaused,
  markSent,
  type PayoutRecord,
  type QueriedPayoutRow,
  storeCluster,
  waitForFloat,
} from './store.ts';

const leaseMs = 30_000;
const batch = 10;

/**
 * A claimed payout and its gateway. `attempt` is a fencing token: it stops a worker once another
 * has claimed the payout. `isShort` means that the float is too small.
 */
type Claim = { ctx: WorkCtx; bank: Bank; payout: PayoutRecord; attempt: number; isShort: boolean };

/**
 * Sends or queries the payouts that are due. Does not claim payouts that may not be sent now.
 * @returns the number of claimed payouts
 */
export async function pollPayouts(ctx: WorkCtx, handlers: Handlers): Promise<number> {
  const { app, wall } = ctx;
  const settings = await app.settings.all();
  const held = await checkHeld(app.db);
  const leaving = held ? [] : banksOf(app).filter((bank) => mayPayOut(settings, bank));
  const claimed = await claimPayouts(app.db, {
    wall,
    leaseMs,
    limit: batch,
    leaving: leaving.map(({ name }) => name),
  });
  const short = await overFloats(ctx, claimed);
  // A failed item keeps its lease and is retried once the lease expires.
  await eachItem(ctx, {
    kind: 'payout',
    items: claimed,
    idOf: ({ id }) => id,
    failure: 'a payout could not be processed',
    fieldsOf: ({ id }) => ({ payoutId: id }),
    run: (payout) =>
      traced(
        () => ({ name: 'payout', kind: 'internal', fields: { payoutId: payout.id } }),
        () => pollClaimed(ctx, handlers, payout, short.has(payout.id)),
      ),
    areSideBySide: true,
  });
  return claimed.length;
}

async function mayLeave({ app }: WorkCtx, bank: Bank): Promise<boolean> {
  return mayPayOut(await app.settings.all(), bank) && !(await checkHeld(app.db));
}

/** Returns the ids of the payouts that are to be sent and exceed their gateway's float. */
async function overFloats({ app }: WorkCtx, claimed: readonly Claimed[]): Promise<Set<string>> {
  const leaving = claimed.filter(
    ({ state, waits_for: waitsFor }) => state === 'ready' || waitsFor !== null,
  );
  const short = await Promise.all(
    banksOf(app).map((bank) =>
      overFloat(
        bank,
        leaving.filter(({ gateway }) => gateway === bank.name),
      ),
    ),
  );
  return new Set(short.flat());
}

/**
 * Returns the ids of the payouts that exceed a gateway's float. A gateway that does not report its
 * balance blocks no payout.
 */
async function overFloat(bank: Bank, leaving: readonly Claimed[]): Promise<string[]> {
  if (leaving.length === 0) return [];
  const balance = await bank.balance();
  if (balance.outcome === 'unknown') return [];
  let available = BigInt(balance.amountCentavos);
  const short: string[] = [];
  // Ids begin with the time of the order, so the oldest payout is served first.
  for (const payout of leaving.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    if (payout.amount_centavos > available) short.push(payout.id);
    else available -= payout.amount_centavos;
  }
  return short;
}

async function pollClaimed(
  ctx: WorkCtx,
  handlers: Handlers,
  claimed: Claimed,
  isShort: boolean,
): Promise<void> {
  const payout = await findPayout(ctx.app.db, claimed.id);
  if (!payout) return;
  joinOrder(payout.subject_id);
  const next = await pollOne(
    { ctx, payout, attempt: claimed.attempts, isShort },
    handlers,
    claimed.state === 'ready',
  );
  if (next) await settlePayout(ctx, handlers, payout.id, next, claimed.attempts);
}

async function pollOne(
  claim: Omit<Claim, 'bank'>,
  handlers: Handlers,
  isReady: boolean,
): Promise<PayoutStep | null> {
  const bank = bankNamed(claim.ctx.app, claim.payout.gateway);
  // Only the payout's own gateway knows the reference.
  if (!bank) return { to: 'unknown', reason: 'this server does not know its gateway' };
  return isReady
    ? await send({ ...claim, bank }, handlers)
    : await query({ ...claim, bank }, handlers);
}

/**
 * Commits the state `sent`, then calls the bank.
 * @returns null if another worker has claimed the payout, payouts are switched off, or the float is
 * too small
 */
async function send(claim: Claim, handlers: Handlers): Promise<PayoutStep | null> {
  const { ctx, bank, payout, attempt } = claim;
  const { db, log } = ctx.app;
  if (claim.isShort) {
    const lookAt = ctx.wall.add({ milliseconds: floatWaitMs });
    await inTx(db, (tx) => waitForFloat(tx, payout.id, attempt, { wall: ctx.wall, lookAt }));
    if (!payout.waits_for)
      log.warn('a payout waits for the float', { payoutId: payout.id, gateway: bank.name });
    return null;
  }
  // Payouts may have been switched off while the server waited for the bank's balance.
  if (!(await mayLeave(ctx, bank))) {
    await inTx(db, (tx) => changePayout(tx, payout.id, {}, attempt));
    return null;
  }
  if (isOld(claim) || bank.deduplicatesForMs === 0) {
    // A restored database may have lost the record that this payout was sent.
    const next = afterQuery(await bank.findPayout(payout.id), {
      ...queriedPayoutOf(ctx, bank, payout),
      wasNotTaken: true,
    });
    if (next.to !== 'resend') return next;
  }
  // Each gateway uses its own code for a receiving bank.
  const there = { ...ctx, app: { ...ctx.app, bank } };
  const handler = handlers[payout.kind as PayoutKind];
  const to = (await handler.route?.(there, payout.subject_id)) ?? {
    bankCode: null,
    rail: payout.rail as PayoutRail | null,
  };
  if ('failure' in to) return { to: 'failed', failure: to.failure, gatewayId: null };
  const { bankCode, rail } = to;
  const sent = {
    wall: ctx.wall,
    bankCode,
    rail,
    expectedOn: handler.expectedOn?.(workCtx(there.app), rail) ?? null,
    sentAs: bank.account,
  };
  const isOurs = await inTx(db, (tx) => markSent(tx, payout.id, attempt, sent));
  return isOurs
    ? afterSending(await sendOrder(claim, { ...payout, bank_code: bankCode, rail }))
    : null;
}

/**
 * Whether an order must be looked up before it is sent. Business time is never slower than wall
 * time, so an old order never looks fresh.
 */
function isOld({ ctx, payout }: Claim): boolean {
  return ctx.now.epochMilliseconds - payout.ordered_at.epochMilliseconds > freshIntentMs;
}

async function query(claim: Claim, handlers: Handlers): Promise<PayoutStep | null> {
  const { ctx, bank, payout, attempt, isShort } = claim;
  const next = afterQuery(await bank.findPayout(payout.id), queriedPayoutOf(ctx, bank, payout));
  if (next.to === 'ready' && payout.recalled_at) return await recall(claim);
  if (next.to !== 'resend') return next;
  if (isShort || !(await mayLeave(ctx, bank))) {
    const reason = isShort ? 'insufficientBalance' : 'payouts are switched off';
    return { to: payout.waits_for ? 'notTaken' : 'unknown', reason };
  }
  // The order is treated as not accepted until it is resent. It keeps its rail and gets a new
  // expected day.
  const { expectedOn } = handlers[payout.kind as PayoutKind];
  const again = workCtx({ ...ctx.app, bank });
  const sent = {
    wall: ctx.wall,
    sentAs: bank.account,
    expectedOn: expectedOn?.(again, payout.rail as PayoutRail | null) ?? null,
  };
  if (payout.waits_for && !(await inTx(ctx.app.db, (tx) => endWait(tx, payout.id, attempt, sent))))
    return null;
  const answer = await sendOrder(claim, payout);
  if (answer.outcome === 'refused')
    ctx.app.log.info('a resent order was refused', {
      payoutId: payout.id,
      gateway: bank.name,
      reason: answer.reason,
    });
  return afterResending(answer, { wasNotTaken: payout.waits_for !== null });
}

/**
 * Recalls a ready pickup. The response may be lost or late, so only the status afterwards decides.
 */
async function recall({ ctx, bank, payout }: Claim): Promise<PayoutStep> {
  const answer = await bank.cancelPayout(payout.id);
  if (answer.outcome === 'refused')
    ctx.app.log.info('a gateway refused to recall a pickup', {
      payoutId: payout.id,
      gateway: bank.name,
      reason: answer.reason,
    });
  return afterQuery(await bank.findPayout(payout.id), queriedPayoutOf(ctx, bank, payout));
}

/** Returns the facts that show how a payout's status must be interpreted. */
export function queriedPayoutOf(
  { wall }: Pick<WorkCtx, 'wall'>,
  bank: Bank,
  payout: QueriedPayoutRow,
): QueriedPayout {
  const { account, deduplicatesForMs } = bank;
  return {
    amountCentavos: centavos(payout.amount_centavos),
    deduplicates: isDeduplicated(
      { promisedFrom: payout.deduplicated_from, sentAs: payout.gateway_account },
      { account, deduplicatesForMs, wall },
    ),
    wasNotTaken: payout.waits_for !== null,
    wasTaken: payout.gateway_id !== null,
    wasReady: payout.ready_at !== null,
  };
}

async function sendOrder({ ctx, bank }: Claim, payout: PayoutRecord) {
  const receiver = JSON.parse(
    ctx.app.sealer.open('receiver', payout.id, payout.receiver_sealed),
  ) as Receiver;
  return await bank.sendPayout({
    reference: payout.id,
    amountCentavos: centavos(payout.amount_centavos),
    channel: payout.channel as PayoutChannel,
    ...receiver,
    // This is the bank code of the first attempt, or of the order if there was no attempt.
    bankCode: payout.bank_code ?? receiver.bankCode,
    rail: payout.rail as PayoutRail | null,
  });
}

/** Returns a listener that queries the status of the payout that a webhook names. */
export function payoutListener(handlers: Handlers): Listener {
  return (ctx, bank, reference) => pollReported(ctx, handlers, bank, reference);
}

async function pollReported(
  ctx: WorkCtx,
  handlers: Handlers,
  bank: Bank,
  reference: string,
): Promise<LookupResult> {
  const { db, log } = ctx.app;
  const payout = uuid.test(reference) && (await findPayout(db, reference));
  if (!payout) return 'done'; // not our payout
  joinOrder(payout.subject_id);
  if (payout.gateway !== bank.name) {
    // If this gateway moved money, its settlement report shows the payment as a break.
    log.warn('a gateway reports a payout that was ordered at another', {
      payoutId: payout.id,
      gateway: bank.name,
    });
    return 'done';
  }
  const next = afterQuery(await bank.findPayout(reference), queriedPayoutOf(ctx, bank, payout));
  // If the status is unknown or the order must be resent, the payout worker queries the payout
  // itself.
  if (next.to === 'unknown' || next.to === 'resend') return 'notThere';
  await settlePayout(ctx, handlers, reference, next, null);
  // No webhook announces "accepted", so the gateway sent this webhook before it changed the status:
  // retry it.
  return next.to === 'accepted' ? 'notThere' : 'done';
}

type StartApp = Pick<AppContext, 'clocks' | 'config' | 'db' | 'log' | 'settings'>;

/**
 * Pauses payouts if the configuration says so, for a drill, or if a database restore since the last
 * start may have lost records of sent payouts. Must run before any worker. Staff switch payouts on
 * again.
 */
export async function startPaused(app: StartApp): Promise<void> {
  const wall = app.clocks.wall();
  const isPaused = await inTx(app.db, async (tx) => {
    const { startPaused, isDrill } = app.config;
    const [last, name] = await Promise.all([lastCluster(tx), currentCluster(tx)]);
    const isRestored = last !== null && last.name !== name;
    if (last?.name !== name || last.isDrill !== isDrill)
      await storeCluster(tx, { name, is_drill: isDrill }, wall);
    if (!isRestored && !startPaused && !isDrill) return false;
    const reason = isDrill
      ? 'DRILL'
      : isRestored
        ? 'the database was restored'
        : 'PAYOUTS_START_PAUSED';
    await pausePayouts(app, tx, 'the start', reason);
    return true;
  });
  if (isPaused) app.settings.forget();
}

/**
 * Refuses a drill on the database that servers serve. A restored copy has another cluster, timeline
 * or oid, until its first drill marks it.
 * @throws CannotStart with a sentence that says what to do
 */
export async function refuseDrillOnRealDatabase(db: Read): Promise<void> {
  if (await checkServed(db))
    throw new CannotStart(
      `DRILL=1 is for a copy, and servers without it serve this database. Remove DRILL=1, or correct DATABASE_URL. If this is a copy of the data folder, run on it as its owner: update database_cluster set name = 'copy';`,
    );
}

/** Switches payouts off until staff switch them on. The caller must drop its cached settings. */
export async function pausePayouts(
  { clocks, log }: Pick<AppContext, 'clocks' | 'log'>,
  tx: Tx,
  who: 'the start' | 'the worker',
  reason: string,
): Promise<void> {
  const now = clocks.now();
  await storeSetting(tx, 'payoutsOn', false, who, now);
  await markPaused(tx, now);
  await audit(tx, { at: now, who, act: 'payoutsPaused', reason });
  log.warn(
    'payouts are paused: compare them with the settlement report, then run ops switch on payouts',
    { event: 'start paused', reason },
  );
}
