// /loan/apply: signs the loan of a quote. The credit line reserves the principal until the loan is
// paid out, or the bank has refused the payout.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { isPickup } from '@sandali/contract/channel.ts';
import { addDays, laterDay } from '@sandali/contract/day.ts';
import type { LoanId } from '@sandali/contract/id.ts';
import { type LoanState, loanApply } from '@sandali/contract/loan.ts';
import { localeFrom } from '@sandali/contract/locale.ts';
import { type QuoteFacts, zQuoteFacts } from '@sandali/contract/quote.ts';
import * as v from 'valibot';
import {
  type FreshProof,
  freshProofQueries,
  hasPasswordPart,
  holdsPart,
  prepareFreshProof,
} from '#/account/account.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { isChannelOn } from '#/context/switches.ts';
import type { Done } from '#/context/write.ts';
import { couponsPart, usableOf } from '#/coupon/coupon.ts';
import { affordableIn } from '#/credit/credit.ts';
import { holdCreditQuery, linePart, lockLine } from '#/credit-line/credit-line.ts';
import type { Read as Database, Tx } from '#/db/database.ts';
import type { FactsOf } from '#/db/snapshot.ts';
import { railsInUse } from '#/gateway/routing.ts';
import { reserveCouponQuery } from '#/loan/coupon.store.ts';
import { borrowerFrom, borrowerParts } from '#/loan/disclosure/borrower.ts';
import { sealText, textFor } from '#/loan/disclosure/disclosure.ts';
import { whyNotAmount } from '#/loan/rules/amounts.ts';
import { hoursFor, whyNotApply, whyNotReceived } from '#/loan/rules/why-not-apply.ts';
import { whyNoRoom } from '#/loan/rules/why-not-borrow.ts';
import { findLoan, insertLoanQueries } from '#/loan/store.ts';
import { todayOf } from '#/platform/days.ts';
import { newIdFor, newReferenceNo } from '#/platform/random.ts';
import { invariant, refuse } from '#/platform/refuse.ts';
import { sha256 } from '#/platform/seal.ts';
import { joinOrder } from '#/platform/trace.ts';
import { whyUnaffordable } from './affordable.ts';
import {
  borrowingOf,
  borrowingParams,
  borrowingParts,
  dependsOnAmount,
  roomValues,
} from './may-borrow.ts';
import { accountKindOf } from './offer.ts';
import { heldHoursOf, type Receiver, receiverFrom } from './receiver.ts';
import {
  insertSignedTextQuery,
  lockQuotedCoupon,
  type QuoteRow,
  quotedAccountPart,
  quotePart,
} from './store.ts';

type Input = RequestOf<typeof loanApply>;
type LoanIds = { loanId: string };

/** Whether the borrower has a password, read together with the session. */
export const beforeApply = { parts: { hasPassword: hasPasswordPart }, params: () => ({}) };

/** Compares the password, if required, before the transaction begins, because comparing is slow. */
export async function comparePassword(
  ctx: BorrowerCtx,
  _read: Database,
  { password }: Input,
  { hasPassword }: { hasPassword: boolean },
): Promise<FreshProof> {
  return await prepareFreshProof(ctx, ctx.app.db, password, { hasPassword });
}

/** Locks the line, then the quote's coupon. Lock the borrower first. */
export function lockForApply(tx: Tx, { who }: BorrowerCtx, { quoteId }: Input): Promise<unknown>[] {
  return [lockLine(tx, who.borrowerId), lockQuotedCoupon(tx, who.borrowerId, quoteId)];
}

/** The query sections for signing a loan. */
export const applyParts = {
  ...borrowingParts,
  line: linePart,
  ...borrowerParts,
  holds: holdsPart,
  quote: quotePart,
  account: quotedAccountPart,
  coupons: couponsPart,
};

/** Returns the query parameters that do not come from the session. */
export function applyParams(ctx: BorrowerCtx, { quoteId }: Input) {
  return { ...borrowingParams(ctx), quoteId, gateway: ctx.app.bank.name };
}

type Read = FactsOf<typeof applyParts>;

/** Signs the loan, or refuses with the first reason in the contract's list that applies. */
export async function apply(
  ctx: BorrowerCtx,
  read: Read,
  input: Input,
  proof: FreshProof,
): Promise<Done<LoanIds, undefined, DataOf<typeof loanApply>>> {
  const { app } = ctx;
  const { line, quote } = read;
  const { borrowerId } = ctx.who;
  const [settings, terms, carried] = await Promise.all([
    app.settings.all(),
    railsInUse(app),
    affordableIn(ctx, read.standing?.row ?? null),
  ]);
  const today = todayOf(ctx.now);
  const openBills = read.openBills.viewOn(today);
  const borrowing = line && borrowingOf(ctx, line, read, { openBills, settings, carried });
  const facts = quote ? v.parse(zQuoteFacts, quote.facts) : null;
  const voucherId = quote?.coupon_id ?? null;
  const receiver = facts && receiverFrom(ctx, facts.channel, read, terms);
  const heldHours = facts ? heldHoursOf(ctx, facts.channel, { receiver, holds: read.holds }) : 0;
  // Compose the text again: if the lender, receiver or wording has changed since the quote, the
  // hash changes.
  const agreed =
    quote && facts && line
      ? await textFor(ctx, borrowerFrom(ctx, read), {
          facts,
          receiver,
          locale: localeFrom(quote.locale),
        })
      : null;
  // Check affordability again, because several quotes may each be affordable, but not all together.
  const wanted = facts && {
    ...facts,
    dueOn: addDays(laterDay(today, facts.arrival.on), facts.termDays),
  };
  const unaffordable = borrowing && wanted ? whyUnaffordable(ctx, borrowing.burden, wanted) : null;
  const standing =
    borrowing?.obstacle && !dependsOnAmount(borrowing.obstacle) ? borrowing.obstacle : null;
  const refusal = whyNotApply({
    hasApprovedCredit: line !== null,
    standing: standing?.name ?? null,
    quote: quoteFacts(ctx, quote, input, agreed?.hash),
    ...offerFacts(ctx, facts),
    isChannelPaused: facts !== null && !isChannelOn(settings, app.bank, facts.channel),
    whyNotReceived:
      facts && whyNotReceived({ ...receiverNeeds(facts), heldHours, account: receiver }),
    noRoom: borrowing && facts && whyNoRoom(borrowing.room, facts.principalCentavos),
    isUnaffordable: unaffordable !== null,
    isCouponGone:
      voucherId !== null &&
      !usableOf(read.coupons, today).some((coupon) => coupon.voucherId === voucherId),
  });
  if ((refusal === 'lineExceeded' || refusal === 'budgetSpent') && borrowing)
    refuse(loanApply, refusal, roomValues(ctx, borrowing.room));
  if (refusal === 'unaffordable' && unaffordable) refuse(loanApply, refusal, unaffordable);
  if (refusal)
    refuse(
      loanApply,
      refusal,
      refusal === standing?.name ? standing.values : hoursFor(refusal, heldHours),
    );
  const proofQueries = freshProofQueries(ctx, loanApply, proof);
  invariant(quote && facts && agreed, 'an accepted application has a quote');
  const loan = newLoan(ctx, { row: quote, facts, receiver });
  const text = {
    loanId: loan.id,
    borrowerId,
    hash: agreed.hash,
    textSealed: sealText(app.sealer, loan.id, agreed.text),
  };
  return {
    ids: { loanId: loan.id },
    answer: { loanId: loan.id as LoanId, state: loan.state },
    writes: (db) => [
      ...proofQueries(db),
      holdCreditQuery(db, borrowerId, facts.principalCentavos),
      ...insertLoanQueries(db, loan),
      insertSignedTextQuery(db, text),
      ...(voucherId === null
        ? []
        : [reserveCouponQuery(db, { voucherId, loanId: loan.id, at: ctx.now })]),
    ],
    afterwards: () => {
      joinOrder(loan.id, true);
      app.wake();
    },
  };
}

/** Returns the loan's id and its current state. */
export async function showApplied(
  ctx: BorrowerCtx,
  db: Database,
  { loanId }: LoanIds,
): Promise<DataOf<typeof loanApply>> {
  const loan = await findLoan(db, loanId, ctx.who.borrowerId);
  invariant(loan, 'the signed loan exists');
  return { loanId: loanId as LoanId, state: loan.state as LoanState };
}

function quoteFacts(ctx: BorrowerCtx, row: QuoteRow, input: Input, hash: Buffer | undefined) {
  if (!row) return null;
  return {
    isEnded: Temporal.Instant.compare(ctx.now, row.ends_at) > 0,
    isUsed: row.loan_id !== null,
    isSameDisclosure:
      row.disclosure_hash.toString('hex') === input.disclosureHash &&
      hash?.equals(row.disclosure_hash) === true,
  };
}

function offerFacts(ctx: BorrowerCtx, facts: QuoteFacts | null) {
  const { catalogue } = ctx.app;
  return {
    isAmountOffered:
      facts !== null && whyNotAmount(catalogue.amounts, facts.principalCentavos) === null,
    isTermOffered: facts !== null && catalogue.terms.some((term) => term.days === facts.termDays),
  };
}

function receiverNeeds({ channel }: QuoteFacts) {
  return { isPickup: isPickup(channel), needsAccount: accountKindOf[channel] !== null };
}

type Agreed = { row: NonNullable<QuoteRow>; facts: QuoteFacts; receiver: Receiver };

function newLoan(ctx: BorrowerCtx, { row, facts, receiver }: Agreed) {
  return {
    id: newIdFor(ctx.who.borrowerId, ctx.now),
    borrower_id: ctx.who.borrowerId,
    quote_id: row.id,
    reference_no: newReferenceNo(),
    state: 'submitting' as const,
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
    agreement_session_hash: sha256(ctx.who.tokenHash),
    legal_rule: row.legal_rule,
    signed_at: ctx.now,
  };
}
