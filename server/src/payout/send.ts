// The payout worker. A row is claimed with a lease; the intent ("sent") is committed before the bank is called; the bank is called outside any
// transaction, always with the payout's own id as reference; what it says is settled in one transaction with the loan and the books.
// After a crash the lease lapses, and whoever comes next asks the bank what became of the reference before anything is sent again.
import type { PayoutChannel } from '@sandali/contract/channel.ts';
import { centavos } from '@sandali/contract/money.ts';
import { inTx } from '#/db/database.ts';
import type { WorkCtx } from '#/kit/ctx.ts';
import type { Receiver } from './order.ts';
import { afterAsking, afterSending, type Next } from './rules.ts';
import { type Handlers, settlePayout } from './settle.ts';
import { type Claimed, claimPayouts, findPayout, markSent, type PayoutRecord } from './store.ts';

const leaseMs = 30_000;
const batch = 10;

/** Looks at payouts that are due. @returns how many it looked at. */
export async function lookAtPayouts(ctx: WorkCtx, handlers: Handlers): Promise<number> {
  const claimed = await claimPayouts(ctx.house.db, { wall: ctx.wall, leaseMs, limit: batch });
  await Promise.all(
    claimed.map((one) =>
      // One that fails keeps its lease and is looked at again when that has lapsed; it holds up no other.
      look(ctx, handlers, one).catch((error) => ctx.house.log.error('a payout could not be worked', error, { payoutId: one.id })),
    ),
  );
  return claimed.length;
}

async function look(ctx: WorkCtx, handlers: Handlers, claimed: Claimed): Promise<void> {
  const { house } = ctx;
  const payout = await findPayout(house.db, claimed.id);
  if (!payout) return;
  const next = claimed.state === 'ready' ? await send(ctx, payout, claimed.attempts) : await ask(ctx, payout);
  if (next) await settlePayout(ctx, handlers, payout.id, next, claimed.attempts);
}

/** Commits the intent, then calls the bank. Null when another worker has taken the row over meanwhile, or payouts are switched off. */
async function send(ctx: WorkCtx, payout: PayoutRecord, attempt: number): Promise<Next | null> {
  const settings = await ctx.house.settings.all();
  if (!settings.payoutsOn) return null;
  const isOurs = await inTx(ctx.house.db, (tx) => markSent(tx, payout.id, attempt, ctx.wall));
  return isOurs ? afterSending(await call(ctx, payout)) : null;
}

async function ask(ctx: WorkCtx, payout: PayoutRecord): Promise<Next> {
  const { bank } = ctx.house;
  const next = afterAsking(await bank.findPayout(payout.id), bank.deduplicatesPayouts);
  if (next.to !== 'resend') return next;
  return (await ctx.house.settings.all()).payoutsOn
    ? afterSending(await call(ctx, payout))
    : { to: 'unknown', why: 'payouts are switched off' };
}

async function call(ctx: WorkCtx, payout: PayoutRecord) {
  const receiver = JSON.parse(ctx.house.sealer.open('receiver', payout.receiver_sealed)) as Receiver;
  return await ctx.house.bank.sendPayout({
    reference: payout.id,
    amountCentavos: centavos(payout.amount_centavos),
    channel: payout.channel as PayoutChannel,
    ...receiver,
  });
}
