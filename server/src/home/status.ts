// /user/status/query: returns the current message for /status, about one loan or overall.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import type { CreditState } from '@sandali/contract/credit.ts';
import type { ShowType, userStatusQuery } from '@sandali/contract/home.ts';
import type { LoanId } from '@sandali/contract/id.ts';
import type { LoanState } from '@sandali/contract/loan.ts';
import type { BorrowObstacle } from '@sandali/contract/mayBorrow.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { CtxBeforeSession } from '#/context/open-call.ts';
import { affordableIn, creditStatusFrom } from '#/credit/credit.ts';
import { linePart } from '#/credit-line/credit-line.ts';
import type { FactsOf } from '#/db/snapshot.ts';
import {
  type BillView,
  borrowingBesideBills,
  borrowingOf,
  borrowingParams,
  namedOrRecentBillsPart,
  waitingLoanOf,
} from '#/loan/loan.ts';
import { todayOf } from '#/platform/days.ts';
import { beingPaidPart } from '#/repayment/repayment.ts';
import { sayRefusal } from '#/texts/say.ts';

type Answer = DataOf<typeof userStatusQuery>;

/** The query sections that determine the message. */
export const statusParts = {
  ...borrowingBesideBills,
  line: linePart,
  bills: namedOrRecentBillsPart,
  paying: beingPaidPart,
};
type Facts = FactsOf<typeof statusParts>;
type WaitingLoan = NonNullable<Awaited<ReturnType<typeof waitingLoanOf>>>;

/** Returns the query parameters that do not come from the session. */
export function statusParams(ctx: CtxBeforeSession, { loanId }: RequestOf<typeof userStatusQuery>) {
  return { ...borrowingParams(ctx), loanId: loanId ?? null };
}

const wordOfLoan: Partial<Record<LoanState, ShowType>> = {
  submitting: 'loanSubmitting',
  approving: 'approving',
  paying: 'paying',
  bankProcessing: 'bankProcessing',
  failed: 'loanFailed',
};
const wordOfCredit: Partial<Record<CreditState, ShowType>> = {
  submitted: 'submitted',
  autoReview: 'autoReview',
  manualReview: 'manualReview',
  rejected: 'rejected',
  approved: 'reviewDone',
};
/** Temporary obstacles that are not the borrower's fault. */
const busy: readonly BorrowObstacle[] = ['lendingPaused', 'systemBusy', 'budgetSpent'];

/**
 * Returns the message for /status. The first of these that exists determines it: a loan being paid
 * out or failed, a payment under way, an obstacle to all lending, the last settled or paid-out
 * loan, the credit application.
 */
export async function statusOf(
  ctx: BorrowerCtx,
  facts: Facts,
  { loanId }: RequestOf<typeof userStatusQuery>,
): Promise<Answer> {
  if (ctx.isTooOld) return answer('upgrade');
  const { waiting, paying } = facts;
  const bills = facts.bills.viewOn(todayOf(ctx.now));
  if (loanId) {
    const bill = bills.find(({ shown }) => shown.loanId === loanId);
    if (bill) return answer(wordOfBill(bill, paying), loanId);
    const loan = await waitingLoanOf(ctx, { waiting, bills }, loanId);
    return loan ? answerOfLoan(loan) : answer(null);
  }
  const loan = await waitingLoanOf(ctx, { waiting, bills });
  if (loan) return answerOfLoan(loan);
  const inPayment = bills.find((bill) => wordOfBill(bill, paying) === 'repaymentInProgress');
  if (inPayment) return answer('repaymentInProgress', inPayment.shown.loanId);
  const message = await whyBusy(ctx, facts, bills);
  if (message !== null) return { ...answer('busy'), message };
  const [last] = bills.toSorted((a, b) =>
    Temporal.Instant.compare(latestEventAt(b), latestEventAt(a)),
  );
  if (last) return answer(wordOfBill(last, paying), last.shown.loanId);
  const { state } = creditStatusFrom(facts.standing, ctx.now);
  return answer(waiting.length > 0 && state === 'approved' ? null : wordOfCredit[state]);
}

function answer(word: ShowType | null | undefined, loanId?: string): Answer {
  return {
    showType: word ?? null,
    loanId: word && loanId ? (loanId as LoanId) : null,
    message: null,
    arrival: null,
    heldUntil: null,
    channel: null,
  };
}

/**
 * Returns the message about a loan without a bill, with its expected arrival or the end of its
 * hold. The message's type is null for cash that is ready to collect, because a separate screen
 * shows the code.
 */
function answerOfLoan({ shown, isPickup }: WaitingLoan): Answer {
  const word = wordOfLoan[shown.state];
  const isOnItsWay = word === 'paying' || word === 'bankProcessing';
  if (isOnItsWay && isPickup) return answer(null);
  const { arrival, heldUntil, channel } = shown;
  return {
    ...answer(word, shown.loanId),
    arrival: isOnItsWay ? arrival : null,
    heldUntil,
    channel,
  };
}

/**
 * Returns the message about a bill. Null if the loan was returned, written off or reversed, because
 * the loan's own screen shows how it ended.
 */
function wordOfBill({ ending, shown }: BillView, paying: ReadonlySet<string>): ShowType | null {
  if (ending !== null) return ending === 'repaid' ? 'repaid' : null;
  return paying.has(shown.loanId) ? 'repaymentInProgress' : 'loanSuccess';
}

const latestEventAt = (bill: BillView) => bill.settledAt ?? bill.arrivedAt;

/** Returns the text of the refusal if the borrower temporarily cannot borrow; otherwise null. */
async function whyBusy(
  ctx: BorrowerCtx,
  facts: Facts,
  bills: readonly BillView[],
): Promise<string | null> {
  if (!facts.line) return null;
  const [settings, carried] = await Promise.all([
    ctx.app.settings.all(),
    affordableIn(ctx, facts.standing?.row ?? null),
  ]);
  const openBills = bills.filter(({ ending }) => ending === null);
  const { obstacle } = borrowingOf(ctx, facts.line, facts, { openBills, settings, carried });
  if (!obstacle || !busy.includes(obstacle.name)) return null;
  return sayRefusal(
    ctx.locale,
    obstacle.name,
    obstacle.values,
    settings.copyWritingMap[ctx.locale],
  );
}
