// /loan/apply: takes the loan of a quote. The line is held from here until the bank has paid or refused.
import { createHash } from 'node:crypto';
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { isPickup } from '@sandali/contract/channel.ts';
import { addDays, laterDay } from '@sandali/contract/day.ts';
import type { LoanId } from '@sandali/contract/id.ts';
import { type LoanState, loanApply } from '@sandali/contract/loan.ts';
import { localeFrom } from '@sandali/contract/locale.ts';
import { type QuoteFacts, zQuoteFacts } from '@sandali/contract/quote.ts';
import * as v from 'valibot';
import { counterHold, type FreshProof, namesFrom, namesPart, needFreshProof, prepareFreshProof } from '#/account/account.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Done } from '#/context/serve.ts';
import { isChannelOn } from '#/context/switches.ts';
import { lockCoupon, reserveCoupon, usableCouponsOf } from '#/coupon/coupon.ts';
import { affordableIn, holdCredit, lockLine } from '#/credit/credit.ts';
import type { Read, Tx } from '#/db/database.ts';
import { snapshot } from '#/db/snapshot.ts';
import { sealText, textFor } from '#/loan/disclosure/disclosure.ts';
import { whyNotAmount } from '#/loan/rules/amounts.ts';
import { hoursFor, whyNotApply, whyNotReceived } from '#/loan/rules/why-not-apply.ts';
import { whyNoRoom } from '#/loan/rules/why-not-borrow.ts';
import { findLoan, insertLoan, lockBudget, moveLoan } from '#/loan/store.ts';
import { newId, newReferenceNo } from '#/platform/random.ts';
import { invariant, refuse } from '#/platform/refuse.ts';
import { whyUnaffordable } from './affordable.ts';
import { receiverOf } from './calc.ts';
import { borrowingGiven, borrowingOf, borrowingParts, isOfRoom, roomValues } from './may-borrow.ts';
import { accountKindOf, todayOf } from './offer.ts';
import { findQuote, insertSignedText, type QuoteRow } from './store.ts';

type Input = RequestOf<typeof loanApply>;
type LoanIds = { loanId: string };
type Receiver = Awaited<ReturnType<typeof receiverOf>>;

/** Compares the password where one is needed, which is slow, before the transaction begins. */
export async function prepareApply(ctx: BorrowerCtx, read: Read, { password }: Input): Promise<FreshProof> {
  return await prepareFreshProof(ctx, read, password);
}

const applied = snapshot({ ...borrowingParts, names: namesPart });

/** Takes the loan, or refuses with the first reason of the contract's list. */
export async function apply(ctx: BorrowerCtx, tx: Tx, input: Input, proof: FreshProof): Promise<Done<LoanIds>> {
  const { borrowerId } = ctx.who;
  const settings = await ctx.app.settings.all();
  // The line's lock follows the borrower's; what is read after both is what they protect: statements of a batch run in their order.
  const [line, , row, read] = await Promise.all([
    lockLine(tx, borrowerId),
    settings.dailyBudgetCentavos === null ? null : lockBudget(tx),
    findQuote(tx, borrowerId, input.quoteId),
    applied.read(tx, { borrowerId, ...borrowingGiven(ctx, settings) }),
  ]);
  const carried = await affordableIn(ctx, read.standing?.row ?? null);
  const borrowing = line && borrowingOf(ctx, line, read, { settings, carried });
  const facts = row ? v.parse(zQuoteFacts, row.facts) : null;
  const voucherId = row?.coupon_id ?? null;
  const [receiver, heldAtCounters, , vouchers] = await Promise.all([
    row && facts ? receiverOf(ctx, tx, facts.channel, row.account_id) : null,
    facts && isPickup(facts.channel) ? counterHold(tx, borrowerId, ctx.now) : null,
    // Staff may make it void at any moment, without the borrower's lock.
    voucherId === null ? null : lockCoupon(tx, voucherId),
    voucherId === null ? [] : usableCouponsOf(tx, borrowerId, todayOf(ctx.now)),
  ]);
  const heldHours = facts && isPickup(facts.channel) ? (heldAtCounters?.hours ?? 0) : (receiver?.heldHours ?? 0);
  // Written anew, so that what is kept is what was read: another lender, receiver or wording since then gives another hash.
  const agreed =
    row && facts && line
      ? await textFor(ctx, namesFrom(ctx.app.sealer, borrowerId, read.names), { facts, receiver, locale: localeFrom(row.locale) })
      : null;
  const today = todayOf(ctx.now);
  // Of several quotes that each fitted, all may be signed.
  const wanted = facts && { ...facts, dueOn: addDays(laterDay(today, facts.arrival.on), facts.termDays) };
  const unaffordable = borrowing && wanted ? whyUnaffordable(ctx, borrowing.burden, wanted) : null;
  const standing = borrowing?.obstacle && !isOfRoom(borrowing.obstacle) ? borrowing.obstacle : null;
  const why = whyNotApply({
    hasApprovedCredit: line !== null,
    standing: standing?.name ?? null,
    quote: quoteFacts(ctx, row, input, agreed?.hash),
    ...offerFacts(ctx, facts),
    isChannelPaused: facts !== null && !isChannelOn(settings, ctx.app.bank, facts.channel),
    whyNotReceived: facts && whyNotReceived({ ...receivedBy(facts), heldHours, account: receiver }),
    noRoom: borrowing && facts && whyNoRoom(borrowing.room, facts.principalCentavos),
    isUnaffordable: unaffordable !== null,
    isCouponGone: voucherId !== null && !vouchers.some((one) => one.voucherId === voucherId),
  });
  if (why === 'lineExceeded' && borrowing) refuse(loanApply, why, roomValues(ctx, borrowing.room));
  if (why === 'unaffordable' && unaffordable) refuse(loanApply, why, unaffordable);
  if (why) refuse(loanApply, why, why === standing?.name ? standing.values : hoursFor(why, heldHours));
  await needFreshProof(ctx, tx, loanApply, proof);
  invariant(row && facts && agreed, 'a quote that may be applied for is there');
  const loanId = newId(ctx.now);
  await Promise.all([
    holdCredit(tx, borrowerId, facts.principalCentavos),
    insertLoan(tx, newLoan(ctx, { loanId, row, facts, receiver })),
    insertSignedText(tx, { loanId, borrowerId, hash: agreed.hash, textSealed: sealText(ctx.app.sealer, loanId, agreed.text) }),
    moveLoan(tx, loanId, 'submitting', { at: ctx.now, who: 'borrower', why: 'applied' }),
    voucherId === null ? null : reserveCoupon(tx, { voucherId, loanId, at: ctx.now }),
  ]);
  ctx.app.wake();
  return { ids: { loanId } };
}

/** The answer: the loan's id and its state now. */
export async function showApplied(ctx: BorrowerCtx, read: Read, { loanId }: LoanIds): Promise<DataOf<typeof loanApply>> {
  const loan = await findLoan(read, loanId, ctx.who.borrowerId);
  invariant(loan, 'a loan that was applied for is there');
  return { loanId: loanId as LoanId, state: loan.state as LoanState };
}

function quoteFacts(ctx: BorrowerCtx, row: QuoteRow, input: Input, hash: Buffer | undefined) {
  if (!row) return null;
  return {
    isEnded: Temporal.Instant.compare(ctx.now, row.ends_at) > 0,
    isUsed: row.loan_id !== null,
    isSameDisclosure: row.disclosure_hash.toString('hex') === input.disclosureHash && hash?.equals(row.disclosure_hash) === true,
  };
}

function offerFacts(ctx: BorrowerCtx, facts: QuoteFacts | null) {
  const { catalogue } = ctx.app;
  return {
    isAmountOffered: facts !== null && whyNotAmount(catalogue.amounts, facts.principalCentavos) === null,
    isTermOffered: facts !== null && catalogue.terms.some((term) => term.days === facts.termDays),
  };
}

function receivedBy({ channel }: QuoteFacts) {
  return { isPickup: isPickup(channel), needsAccount: accountKindOf[channel] !== null };
}

type Agreed = { loanId: string; row: NonNullable<QuoteRow>; facts: QuoteFacts; receiver: Receiver };

function newLoan(ctx: BorrowerCtx, { loanId, row, facts, receiver }: Agreed) {
  return {
    id: loanId,
    borrower_id: ctx.who.borrowerId,
    quote_id: row.id,
    reference_no: newReferenceNo(),
    state: 'submitting',
    principal_centavos: BigInt(facts.principalCentavos),
    term_days: facts.termDays,
    channel: facts.channel,
    interest_centavos: BigInt(facts.interestCentavos),
    interest_coupon_centavos: BigInt(facts.interestCouponCentavos),
    service_fee_centavos: BigInt(facts.serviceFeeCentavos),
    channel_fee_centavos: BigInt(facts.channelFeeCentavos),
    interest_per_day_bps: facts.interestPerDayBps,
    late_charge_per_month_bps: facts.lateChargePerMonthBps,
    service_fee_bps: facts.serviceFeeBps,
    arrival_centavos: BigInt(facts.arrivalCentavos),
    account_id: row.account_id,
    receiver_label: receiver?.label ?? '',
    receiver_last4: receiver?.last4 ?? '',
    receiver_mark: receiver?.mark ?? '',
    disclosure_hash: row.disclosure_hash,
    disclosure_version: row.disclosure_version,
    agreement_locale: row.locale,
    agreement_session_hash: createHash('sha256').update(ctx.who.tokenHash).digest(),
    legal_rule: row.legal_rule,
    signed_at: ctx.now,
  };
}
