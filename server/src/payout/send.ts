// The payout worker. A row is claimed with a lease; the intent ("sent") is committed before the bank is called; the bank is called outside any
// transaction, always with the payout's own id as reference; what it says is settled in one transaction with the loan and the books.
// After a crash the lease lapses, and whoever comes next asks the bank what became of the reference before anything is sent again.
import type { PayoutChannel } from '@sandali/contract/channel.ts';
import { centavos } from '@sandali/contract/money.ts';
import { inTx } from '#/db/database.ts';
import type { WorkCtx } from '#/kit/ctx.ts';
import { mayPayOut } from '#/kit/switches.ts';
import type { PayoutKind, Receiver } from './order.ts';
import { type AskedOf, afterAsking, afterSending, floatWaitMs, type Next } from './rules.ts';
import { type Handlers, settlePayout } from './settle.ts';
import { type Claimed, changePayout, claimPayouts, findPayout, markSent, noLongerWaits, type PayoutRecord, waitForFloat } from './store.ts';

const leaseMs = 30_000;
const batch = 10;

/** Looks at payouts that are due. What may not leave now is not claimed, and waits as it is. @returns how many it looked at. */
export async function lookAtPayouts(ctx: WorkCtx, handlers: Handlers): Promise<number> {
  const { house, wall } = ctx;
  const withReady = await mayLeave(ctx);
  const claimed = await claimPayouts(house.db, { wall, leaseMs, limit: batch, withReady });
  const short = await overFloat(ctx, claimed);
  await Promise.all(
    claimed.map((one) =>
      // One that fails keeps its lease and is looked at again when that has lapsed; it holds up no other.
      look(ctx, handlers, one, short.has(one.id)).catch((error) =>
        house.log.error('a payout could not be worked', error, { payoutId: one.id }),
      ),
    ),
  );
  return claimed.length;
}

async function mayLeave({ house }: WorkCtx): Promise<boolean> {
  return mayPayOut(await house.settings.all(), house.bank);
}

/** Of the payouts that would leave now, those for which the float is too small; a bank that does not tell its balance holds back none. */
async function overFloat({ house: { bank } }: WorkCtx, claimed: readonly Claimed[]): Promise<Set<string>> {
  const leaving = claimed.filter((one) => one.state === 'ready' || one.waits_for !== null);
  if (leaving.length === 0) return new Set();
  const balance = await bank.balance();
  if (balance.outcome === 'unknown') return new Set();
  let left = BigInt(balance.amountCentavos);
  const short = new Set<string>();
  // Ids begin with the time of the order: the oldest is served first.
  for (const one of leaving.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    if (one.amount_centavos > left) short.add(one.id);
    else left -= one.amount_centavos;
  }
  return short;
}

async function look(ctx: WorkCtx, handlers: Handlers, claimed: Claimed, isShort: boolean): Promise<void> {
  const payout = await findPayout(ctx.house.db, claimed.id);
  if (!payout) return;
  const next =
    claimed.state === 'ready'
      ? await send(ctx, handlers, payout, claimed.attempts, isShort)
      : await ask(ctx, payout, claimed.attempts, isShort);
  if (next) await settlePayout(ctx, handlers, payout.id, next, claimed.attempts);
}

/** Commits the intent, then calls the bank. Null when another worker has taken the row over meanwhile, payouts are switched off, or the float is too small. */
async function send(ctx: WorkCtx, handlers: Handlers, payout: PayoutRecord, attempt: number, isShort: boolean): Promise<Next | null> {
  const { bank, db, log } = ctx.house;
  if (isShort) {
    const lookAt = ctx.wall.add({ milliseconds: floatWaitMs });
    await inTx(db, (tx) => waitForFloat(tx, payout.id, attempt, { wall: ctx.wall, lookAt }));
    if (!payout.waits_for) log.warn('a payout waits for the float', { payoutId: payout.id, gateway: bank.name });
    return null;
  }
  // Asked anew: the switch may have been turned while the bank took its time with the balance.
  if (!(await mayLeave(ctx))) {
    await inTx(db, (tx) => changePayout(tx, payout.id, {}, attempt));
    return null;
  }
  if (!bank.deduplicatesPayouts) {
    // A database that was restored may have forgotten that this one has left.
    const next = afterAsking(await bank.findPayout(payout.id), { ...askedOf(ctx, payout), wasNotTaken: true });
    if (next.to !== 'resend') return next;
  }
  const to = (await handlers[payout.kind as PayoutKind].bankCode?.(ctx, payout.subject_id)) ?? { bankCode: null };
  if ('failure' in to) return { to: 'failed', failure: to.failure, gatewayId: null };
  const isOurs = await inTx(db, (tx) => markSent(tx, payout.id, attempt, { wall: ctx.wall, bankCode: to.bankCode }));
  return isOurs ? afterSending(await call(ctx, { ...payout, bank_code: to.bankCode })) : null;
}

async function ask(ctx: WorkCtx, payout: PayoutRecord, attempt: number, isShort: boolean): Promise<Next | null> {
  const next = afterAsking(await ctx.house.bank.findPayout(payout.id), askedOf(ctx, payout));
  if (next.to === 'ready' && payout.recalled_at) return await askBack(ctx, payout);
  if (next.to !== 'resend') return next;
  if (isShort || !(await mayLeave(ctx))) {
    const why = isShort ? 'insufficientBalance' : 'payouts are switched off';
    return payout.waits_for ? { to: 'notTaken', why } : { to: 'unknown', why };
  }
  // That it was not taken is true until it is sent again, and no longer.
  if (payout.waits_for && !(await inTx(ctx.house.db, (tx) => noLongerWaits(tx, payout.id, attempt)))) return null;
  return afterSending(await call(ctx, payout));
}

/** Asks for a pickup back that lies ready. The answer may be lost or come too late: what the gateway shows afterwards is what counts. */
async function askBack(ctx: WorkCtx, payout: PayoutRecord): Promise<Next> {
  const { bank, log } = ctx.house;
  const answer = await bank.cancelPayout(payout.id);
  if (answer.outcome === 'refused')
    log.info('a pickup was not given back', { payoutId: payout.id, gateway: bank.name, why: answer.reason });
  return afterAsking(await bank.findPayout(payout.id), askedOf(ctx, payout));
}

/** What the answer to a question about a payout depends on. */
export function askedOf({ house: { bank } }: WorkCtx, payout: PayoutRecord): AskedOf {
  return {
    amountCentavos: centavos(payout.amount_centavos),
    deduplicates: bank.deduplicatesPayouts,
    wasNotTaken: payout.waits_for !== null,
    wasReady: payout.ready_at !== null,
  };
}

async function call(ctx: WorkCtx, payout: PayoutRecord) {
  const receiver = JSON.parse(ctx.house.sealer.open('receiver', payout.receiver_sealed)) as Receiver;
  return await ctx.house.bank.sendPayout({
    reference: payout.id,
    amountCentavos: centavos(payout.amount_centavos),
    channel: payout.channel as PayoutChannel,
    ...receiver,
    // As it was when it left first; where none was asked for then, that of the order.
    bankCode: payout.bank_code ?? receiver.bankCode,
  });
}
