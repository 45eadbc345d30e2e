// The payout worker. A row is claimed with a lease; the intent ("sent") is committed before the
// bank is called; the bank is called outside any transaction, always at the gateway where the
// payout was ordered, with the payout's id as reference; its answer is settled in one transaction
// with the loan and the books. After a crash the lease lapses, and the next worker queries the bank
// for the reference before anything is sent again.
import type { PayoutChannel, PayoutRail } from '@sandali/contract/channel.ts';
import { centavos } from '@sandali/contract/money.ts';
import type { Bank } from '#/adapters/bank/port.ts';
import type { AppContext } from '#/context/app-context.ts';
import { audit } from '#/context/audit.ts';
import { type WorkCtx, workCtx } from '#/context/ctx.ts';
import { eachItem } from '#/context/failing-items.ts';
import { storeSetting } from '#/context/settings.ts';
import { mayPayOut } from '#/context/switches.ts';
import { inTx } from '#/db/database.ts';
import type { Listener, LookupResult } from '#/gateway/inbox.ts';
import { bankNamed, banksOf } from '#/gateway/routing.ts';
import type { PayoutKind, Receiver } from './order.ts';
import {
  type AskedOf,
  afterAsking,
  afterResending,
  afterSending,
  floatWaitMs,
  freshIntentMs,
  isDeduplicated,
  type PayoutStep,
} from './rules.ts';
import { type Handlers, settlePayout } from './settle.ts';
import {
  type AskedRow,
  type Claimed,
  changePayout,
  claimPayouts,
  currentCluster,
  endWait,
  findPayout,
  lastCluster,
  markPaused,
  markSent,
  type PayoutRecord,
  storeCluster,
  waitForFloat,
} from './store.ts';

const leaseMs = 30_000;
const batch = 10;

/** A payout that is looked at, with the gateway that it was ordered at; `attempt` is its fence. */
type Look = { ctx: WorkCtx; bank: Bank; payout: PayoutRecord; attempt: number; isShort: boolean };

/**
 * Looks at payouts that are due. What may not leave now is not claimed, and waits as it is.
 * @returns how many it looked at.
 */
export async function pollPayouts(ctx: WorkCtx, handlers: Handlers): Promise<number> {
  const { app, wall } = ctx;
  const settings = await app.settings.all();
  const leaving = banksOf(app).filter((bank) => mayPayOut(settings, bank));
  const claimed = await claimPayouts(app.db, {
    wall,
    leaseMs,
    limit: batch,
    leaving: leaving.map(({ name }) => name),
  });
  const short = await overFloats(ctx, claimed);
  // A failed item keeps its lease and is retried when that expires.
  await eachItem(ctx, {
    kind: 'payout',
    items: claimed,
    idOf: ({ id }) => id,
    said: 'a payout could not be processed',
    fieldsOf: ({ id }) => ({ payoutId: id }),
    run: (one) => look(ctx, handlers, one, short.has(one.id)),
    areSideBySide: true,
  });
  return claimed.length;
}

async function mayLeave({ app }: WorkCtx, bank: Bank): Promise<boolean> {
  return mayPayOut(await app.settings.all(), bank);
}

/**
 * Of the payouts that would leave now, those for which the float at their own gateway is too small.
 */
async function overFloats({ app }: WorkCtx, claimed: readonly Claimed[]): Promise<Set<string>> {
  const leaving = claimed.filter((one) => one.state === 'ready' || one.waits_for !== null);
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

/** A gateway that does not report its balance holds nothing back. */
async function overFloat(bank: Bank, leaving: readonly Claimed[]): Promise<string[]> {
  if (leaving.length === 0) return [];
  const balance = await bank.balance();
  if (balance.outcome === 'unknown') return [];
  let left = BigInt(balance.amountCentavos);
  const short: string[] = [];
  // Ids begin with the time of the order: the oldest is served first.
  for (const one of leaving.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    if (one.amount_centavos > left) short.push(one.id);
    else left -= one.amount_centavos;
  }
  return short;
}

async function look(
  ctx: WorkCtx,
  handlers: Handlers,
  claimed: Claimed,
  isShort: boolean,
): Promise<void> {
  const payout = await findPayout(ctx.app.db, claimed.id);
  if (!payout) return;
  const next = await pollOne(
    { ctx, payout, attempt: claimed.attempts, isShort },
    handlers,
    claimed.state === 'ready',
  );
  if (next) await settlePayout(ctx, handlers, payout.id, next, claimed.attempts);
}

async function pollOne(
  one: Omit<Look, 'bank'>,
  handlers: Handlers,
  isReady: boolean,
): Promise<PayoutStep | null> {
  const bank = bankNamed(one.ctx.app, one.payout.gateway);
  // No other gateway is queried: only this one knows the reference.
  if (!bank) return { to: 'unknown', why: 'this server does not know its gateway' };
  return isReady ? await send({ ...one, bank }, handlers) : await ask({ ...one, bank }, handlers);
}

/**
 * Commits the intent, then calls the bank. Null when another worker has taken the row over
 * meanwhile, payouts are switched off, or the float is too small.
 */
async function send(one: Look, handlers: Handlers): Promise<PayoutStep | null> {
  const { ctx, bank, payout, attempt } = one;
  const { db, log } = ctx.app;
  if (one.isShort) {
    const lookAt = ctx.wall.add({ milliseconds: floatWaitMs });
    await inTx(db, (tx) => waitForFloat(tx, payout.id, attempt, { wall: ctx.wall, lookAt }));
    if (!payout.waits_for)
      log.warn('a payout waits for the float', { payoutId: payout.id, gateway: bank.name });
    return null;
  }
  // Asked anew: the switch may have been turned while the bank took its time with the balance.
  if (!(await mayLeave(ctx, bank))) {
    await inTx(db, (tx) => changePayout(tx, payout.id, {}, attempt));
    return null;
  }
  if (isOld(one) || bank.deduplicatesForMs === 0) {
    // A database that was restored may have forgotten that this one has left.
    const next = afterAsking(await bank.findPayout(payout.id), {
      ...askedOf(ctx, bank, payout),
      wasNotTaken: true,
    });
    if (next.to !== 'resend') return next;
  }
  // What the receiving bank is known by is this gateway's own.
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
  return isOurs ? afterSending(await call(one, { ...payout, bank_code: bankCode, rail })) : null;
}

/** Business time runs no slower than real time, so that it never calls an old intent fresh. */
function isOld({ ctx, payout }: Look): boolean {
  return ctx.now.epochMilliseconds - payout.ordered_at.epochMilliseconds > freshIntentMs;
}

async function ask(one: Look, handlers: Handlers): Promise<PayoutStep | null> {
  const { ctx, bank, payout, attempt, isShort } = one;
  const next = afterAsking(await bank.findPayout(payout.id), askedOf(ctx, bank, payout));
  if (next.to === 'ready' && payout.recalled_at) return await askBack(one);
  if (next.to !== 'resend') return next;
  if (isShort || !(await mayLeave(ctx, bank))) {
    const why = isShort ? 'insufficientBalance' : 'payouts are switched off';
    return payout.waits_for ? { to: 'notTaken', why } : { to: 'unknown', why };
  }
  // That it was not taken is true until it is sent again, and no longer. Its rail stays; the day on
  // which it is there is that of the new order.
  const { expectedOn } = handlers[payout.kind as PayoutKind];
  const again = workCtx({ ...ctx.app, bank });
  const sent = {
    wall: ctx.wall,
    sentAs: bank.account,
    expectedOn: expectedOn?.(again, payout.rail as PayoutRail | null) ?? null,
  };
  if (payout.waits_for && !(await inTx(ctx.app.db, (tx) => endWait(tx, payout.id, attempt, sent))))
    return null;
  const answer = await call(one, payout);
  if (answer.outcome === 'refused')
    ctx.app.log.info('an order that was sent again was refused', {
      payoutId: payout.id,
      gateway: bank.name,
      why: answer.reason,
    });
  return afterResending(answer, { wasNotTaken: payout.waits_for !== null });
}

/**
 * Asks for a pickup back that is ready. The answer may be lost or come too late: what the gateway
 * shows afterwards is what counts.
 */
async function askBack({ ctx, bank, payout }: Look): Promise<PayoutStep> {
  const answer = await bank.cancelPayout(payout.id);
  if (answer.outcome === 'refused')
    ctx.app.log.info('a pickup was not given back', {
      payoutId: payout.id,
      gateway: bank.name,
      why: answer.reason,
    });
  return afterAsking(await bank.findPayout(payout.id), askedOf(ctx, bank, payout));
}

/** What the answer of a payout's own gateway to a question about it depends on. */
export function askedOf({ wall }: Pick<WorkCtx, 'wall'>, bank: Bank, payout: AskedRow): AskedOf {
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

async function call({ ctx, bank }: Look, payout: PayoutRecord) {
  const receiver = JSON.parse(
    ctx.app.sealer.open('receiver', payout.id, payout.receiver_sealed),
  ) as Receiver;
  return await bank.sendPayout({
    reference: payout.id,
    amountCentavos: centavos(payout.amount_centavos),
    channel: payout.channel as PayoutChannel,
    ...receiver,
    // As it was when it left first; where none was asked for then, that of the order.
    bankCode: payout.bank_code ?? receiver.bankCode,
    rail: payout.rail as PayoutRail | null,
  });
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Handles a report of a gateway about a payout: queries the gateway for its status. */
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
  if (!payout) return 'done'; // not ours
  if (payout.gateway !== bank.name) {
    // Nothing of it is believed here. Money that moved there is on that gateway's settlement
    // report, and a break there.
    log.warn('a gateway reports a payout that was ordered at another', {
      payoutId: payout.id,
      gateway: bank.name,
    });
    return 'done';
  }
  const next = afterAsking(await bank.findPayout(reference), askedOf(ctx, bank, payout));
  // The payout worker asks about its payouts by itself.
  if (next.to === 'unknown' || next.to === 'resend') return 'notThere';
  await settlePayout(ctx, handlers, reference, next, null);
  // A webhook that came before the status changed is tried again: no webhook is sent for
  // "accepted".
  return next.to === 'accepted' ? 'notThere' : 'done';
}

/**
 * Pauses payouts where the configuration says so, or where the database was restored since the last
 * start: it may have forgotten payouts that have left, which would be sent again. They stay paused
 * until somebody has compared them with the gateway's settlement report. Runs before any worker.
 */
export async function startPaused(
  app: Pick<AppContext, 'clocks' | 'config' | 'db' | 'log' | 'settings'>,
): Promise<void> {
  const now = app.clocks.now();
  const isPaused = await inTx(app.db, async (tx) => {
    const [seen, current] = [await lastCluster(tx), await currentCluster(tx)];
    const isRestored = seen !== null && seen !== current;
    if (seen !== current) await storeCluster(tx, current, now);
    if (!isRestored && !app.config.startPaused) return false;
    const why = isRestored ? 'the database was restored' : 'PAYOUTS_START_PAUSED';
    await storeSetting(tx, 'payoutsOn', false, 'the start', now);
    await markPaused(tx, now);
    await audit(tx, { at: now, who: 'the start', act: 'payoutsPaused', reason: why });
    app.log.warn(
      'payouts are paused: compare them with the settlement report, then ops switch on payouts',
      { event: 'start paused', why },
    );
    return true;
  });
  if (isPaused) app.settings.forget();
}
