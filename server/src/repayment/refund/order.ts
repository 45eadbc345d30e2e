// /refund/apply reserves the money and orders its payout in one transaction. The payout worker
// calls the bank afterwards.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import type { RefundId } from '@sandali/contract/id.ts';
import { centavos, formatPesos, minCentavos } from '@sandali/contract/money.ts';
import { type RefundState, refundApply } from '@sandali/contract/refund.ts';
import {
  type FreshProof,
  needFreshProof,
  prepareFreshProof,
  recipientOf,
} from '#/account/account.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { isBankOn } from '#/context/switches.ts';
import type { Done } from '#/context/write.ts';
import type { Db, Read, Tx } from '#/db/database.ts';
import { post, refundStep } from '#/ledger/ledger.ts';
import { orderPayout } from '#/payout/payout.ts';
import {
  accountForPayout,
  channelOfKind,
  maximumPayment,
  type PayoutAccount,
  routeFor,
} from '#/payout-accounts/payout-accounts.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { newIdFor } from '#/platform/random.ts';
import { invariant, refuse } from '#/platform/refuse.ts';
import { joinOrder } from '#/platform/trace.ts';
import { channelTo, refundableOf } from './query.ts';
import { whyNotRefund } from './rules.ts';
import { findRefund, insertRefund, newestRefund } from './store.ts';

type Input = RequestOf<typeof refundApply>;
type RefundIds = { refundId: string };
type Prepared = { proof: FreshProof; telephone: string };

/**
 * Checks the password if one is required. Runs before the transaction because the check is slow.
 */
export async function prepareOrder(
  ctx: BorrowerCtx,
  read: Db,
  { password }: Input,
): Promise<Prepared> {
  const [proof, { telephone }] = await Promise.all([
    prepareFreshProof(ctx, read, password),
    ctx.app.settings.all(),
  ]);
  return { proof, telephone };
}

/**
 * Orders the refund. Every writer of refundable money locks the borrower first.
 * @throws Refused with the first reason in the order of the contract's list
 */
export async function order(
  ctx: BorrowerCtx,
  tx: Tx,
  input: Input,
  { proof, telephone }: Prepared,
): Promise<Done<RefundIds>> {
  const { borrowerId } = ctx.who;
  const [refundableCentavos, newest, account, settings] = await Promise.all([
    refundableOf(tx, borrowerId),
    newestRefund(tx, borrowerId),
    accountForPayout(ctx, tx, borrowerId, input.accountId),
    ctx.app.settings.all(),
  ]);
  const limits = account && limitsOf(ctx, account);
  const refusal = whyNotRefund({
    amountCentavos: input.amountCentavos,
    refundableCentavos,
    isRefundUnderWay: newest?.state === 'ordered',
    isGatewayPaused: !isBankOn(settings, ctx.app.bank),
    account,
    limits,
  });
  if (refusal === 'refundTooMuch')
    refuse(refundApply, refusal, { available: formatPesos(refundableCentavos) });
  if (refusal === 'channelLimit' && limits) {
    refuse(refundApply, refusal, {
      minimum: formatPesos(limits.minimumCentavos),
      maximum: formatPesos(limits.maximumCentavos),
    });
  }
  if (refusal)
    refuse(
      refundApply,
      refusal,
      refusal === 'accountHeld' ? { hours: account?.heldHours ?? 0 } : {},
    );
  await needFreshProof(ctx, tx, refundApply, proof);
  invariant(account, 'a payable account exists');
  const refundId = await storeOrder(ctx, tx, input, account);
  // The message is sent at any hour, because somebody else may have ordered the refund.
  await ctx.app.notices.notify(
    ctx,
    tx,
    await recipientOf(ctx.app, tx, borrowerId),
    'refundOrdered',
    {
      amount: formatPesos(input.amountCentavos),
      receiver: `${account.providerName} ••${account.last4}`,
      telephone,
    },
  );
  ctx.app.wake();
  return { ids: { refundId } };
}

/**
 * Returns the catalogue's limits for the account's channel, capped by the gateway's maximum for the
 * bank.
 */
function limitsOf(ctx: BorrowerCtx, account: PayoutAccount): ReturnType<typeof channelTo> {
  const limits = channelTo(ctx, account.kind);
  const most = maximumPayment(account.rails);
  return most === null || !limits
    ? limits
    : { ...limits, maximumCentavos: minCentavos(limits.maximumCentavos, centavos(most)) };
}

async function storeOrder(
  ctx: BorrowerCtx,
  tx: Tx,
  { amountCentavos }: Input,
  account: PayoutAccount,
): Promise<string> {
  const { borrowerId } = ctx.who;
  const refundId = newIdFor(borrowerId, ctx.now);
  const channel = channelOfKind[account.kind];
  await insertRefund(tx, {
    id: refundId,
    borrower_id: borrowerId,
    account_id: account.accountId,
    amount_centavos: BigInt(amountCentavos),
    channel,
    receiver_label: account.providerName,
    receiver_last4: account.last4,
    receiver_mark: account.mark,
    ordered_at: ctx.now,
  });
  const route = routeFor(account, amountCentavos, {
    at: ctx.now,
    holidays: ctx.app.holidays,
    usualMinutes: 0,
  });
  const receiver = {
    accountName: account.ownerName,
    accountNumber: account.number,
    bankCode: route?.bankCode ?? null,
  };
  const rail = route?.rail ?? null;
  const to = {
    kind: 'refund',
    subjectId: refundId,
    borrowerId,
    channel,
    receiver,
    rail,
    collectDays: null,
  } as const;
  await orderPayout(ctx, tx, { ...to, amountCentavos: centavos(amountCentavos) });
  joinOrder(refundId, true);
  await post(tx, {
    id: newIdFor(borrowerId, ctx.now),
    kind: 'refund.ordered',
    factKey: `refund ${refundId}`,
    borrowerId,
    loanId: null,
    happenedAt: ctx.now,
    recordedAt: ctx.now,
    businessOn: manilaDayOf(ctx.now),
    lines: refundStep('ordered', { borrowerId, amountCentavos: BigInt(amountCentavos) }),
  });
  return refundId;
}

export async function showOrdered(
  _ctx: BorrowerCtx,
  read: Read,
  { refundId }: RefundIds,
): Promise<DataOf<typeof refundApply>> {
  const row = await findRefund(read, refundId);
  invariant(row, 'an ordered refund exists');
  return { refundId: refundId as RefundId, state: row.state as RefundState };
}
