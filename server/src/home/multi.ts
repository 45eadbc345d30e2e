// /user/multi: returns everything that the home screen needs, in one response.
import type { DataOf } from '@sandali/contract/call.ts';
import type { PayoutChannel, RepaymentChannel } from '@sandali/contract/channel.ts';
import type { CodePurpose } from '@sandali/contract/coolingOff.ts';
import type { userMulti } from '@sandali/contract/home.ts';
import type { LoanId, RepaymentId } from '@sandali/contract/id.ts';
import type { LoanState } from '@sandali/contract/loan.ts';
import { addCentavos, type Centavos, centavos, minCentavos } from '@sandali/contract/money.ts';
import { accruedTomorrow, owed } from '@sandali/contract/owed.ts';
import { namesPart } from '#/account/account.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { CtxBeforeSession } from '#/context/open-call.ts';
import type { SettingValues } from '#/context/settings.ts';
import { couponsPart, usableOf } from '#/coupon/coupon.ts';
import {
  affordableIn,
  creditStatusFrom,
  draftsSince,
  estimatedLine,
  hasFacebookLink,
  type Line,
  leastIncomeNow,
  linePart,
  newestDraftPart,
  nextDraftStep,
  shownCreditStatus,
  workDraftPart,
} from '#/credit/credit.ts';
import type { FactsOf } from '#/db/snapshot.ts';
import { limitOf, limitParts } from '#/limit/limit.ts';
import {
  type BillView,
  borrowingBesideBills,
  borrowingOf,
  borrowingParams,
  byUrgency,
  countDue,
  expectedArrivalOf,
  inPayment,
  type LoanRecord,
  type Obstacle,
  priceOf,
  readWay,
  receiverName,
  receiverShown,
  recentBillsPart,
  shortOffer,
  smallestAmount,
  viewBill,
} from '#/loan/loan.ts';
import { pickupFrom } from '#/payout/payout.ts';
import { todayOf, wireDay, wireInstant } from '#/platform/days.ts';
import { beingPaidPart, openCodePart } from '#/repayment/repayment.ts';
import { sayRefusal } from '#/texts/say.ts';

type Multi = DataOf<typeof userMulti>;

/** The query sections of the home screen. */
export const multiParts = {
  ...borrowingBesideBills,
  ...limitParts,
  names: namesPart,
  newestDraft: newestDraftPart,
  workDraft: workDraftPart,
  line: linePart,
  bills: recentBillsPart,
  coupons: couponsPart,
  paying: beingPaidPart,
  openCode: openCodePart,
};

/** Returns the query parameters that do not come from the session. */
export function multiParams(ctx: CtxBeforeSession) {
  return { ...borrowingParams(ctx), draftsSince: draftsSince(ctx.now), now: ctx.now };
}

/** Returns the home screen's data. Needs another query only if a loan is being paid out. */
export async function multiOf(ctx: BorrowerCtx, facts: FactsOf<typeof multiParts>): Promise<Multi> {
  const { app } = ctx;
  const { line, paying, standing, waiting } = facts;
  const today = todayOf(ctx.now);
  const [settings, affordable] = await Promise.all([
    app.settings.all(),
    affordableIn(ctx, standing?.row ?? null),
  ]);
  const credit = creditStatusFrom(standing, ctx.now);
  const openBills = facts.bills.filter((bill) => bill.settled_at === null);
  const views = facts.bills.map((row) => viewBill(row, today));
  const bills = views.filter((bill) => bill.row.settled_as === null).sort(byUrgency);
  const borrowing =
    line && borrowingOf(ctx, line, { ...facts, openBills }, { settings, carried: affordable });
  const { state, nextStep, submittedAt, answerBy, isLate, resubmitOn, reasonGroup } =
    shownCreditStatus(credit, app.config);
  return {
    now: wireInstant(ctx.now),
    today,
    firstName: facts.names.open(app.sealer, ctx.who.borrowerId)?.firstName ?? null,
    credit: {
      state,
      nextStep,
      goOnAt: nextDraftStep(nextStep, facts.newestDraft),
      submittedAt,
      answerBy,
      isLate,
      resubmitOn,
      reasonGroup,
    },
    estimate: estimateOf(ctx, {
      isLinked: hasFacebookLink(app, standing),
      affordableCentavos: await estimatedLine(ctx, standing?.row ?? null, facts.workDraft),
    }),
    leastIncome: line ? null : await leastIncomeNow(ctx),
    line: line && borrowing && lineShown(line, borrowing.borrowableCentavos),
    quota: line && limitOf(ctx, { line, bills: views, affordable, grown: facts }),
    offer: offerOf(ctx, line),
    canBorrow: borrowing !== null && borrowing.obstacle === null,
    whyNotBorrow: borrowing?.obstacle ? obstacleShown(ctx, borrowing.obstacle, settings) : null,
    loan: await loanInPayout(ctx, latestWaiting(waiting, facts.bills)),
    nearestBill: bills[0] ? nearestBillOf(bills[0], { today, paying }) : null,
    openCode: codeShown(facts.openCode),
    hasRepaid: views.some((bill) => bill.row.settled_as === 'repaid'),
    counts: {
      ...countDue(bills),
      openBills: bills.length,
      unusedVouchers: usableOf(facts.coupons, today).length,
    },
    lender: {
      name: settings.companyName,
      registrationNumber: settings.companyRegNumber,
      authorityNumber: settings.companyAuthNumber,
    },
    announcement: settings.announcement,
  };
}

function lineShown(
  { limitCentavos, usedCentavos, heldCentavos, availableCentavos }: Line,
  borrowableCentavos: Centavos,
): Multi['line'] {
  return { limitCentavos, usedCentavos, heldCentavos, availableCentavos, borrowableCentavos };
}

/** Returns a bill's open code, but never the permanent reference for transfers. */
function codeShown(code: FactsOf<typeof multiParts>['openCode']): Multi['openCode'] {
  if (!code?.loan_id || code.amount_centavos === null || code.ends_at === null) return null;
  return {
    repaymentId: code.id as RepaymentId,
    loanId: code.loan_id as LoanId,
    purpose: code.purpose as CodePurpose,
    channel: code.channel as RepaymentChannel,
    amountCentavos: centavos(code.amount_centavos),
    endsAt: wireInstant(code.ends_at),
  };
}

/** Returns an obstacle to borrowing, with the text of its refusal. */
function obstacleShown(
  { locale }: BorrowerCtx,
  { name, values }: Obstacle,
  { copyWritingMap }: SettingValues,
): NonNullable<Multi['whyNotBorrow']> {
  return { name, message: sayRefusal(locale, name, values, copyWritingMap[locale]) };
}

/**
 * Returns the range of a first limit, up to the maximum for the income. A Facebook link raises that
 * maximum by its disclosed bonus. Null if the income is too low for any loan.
 */
function estimateOf(
  { app }: BorrowerCtx,
  { isLinked, affordableCentavos }: { isLinked: boolean; affordableCentavos: Centavos | null },
): Multi['estimate'] {
  if (affordableCentavos === 0) return null;
  const { estimate, facebookBonusCentavos } = app.catalogue.line;
  const maximum = isLinked
    ? addCentavos(estimate.maximumCentavos, facebookBonusCentavos)
    : estimate.maximumCentavos;
  return {
    minimumCentavos: estimate.minimumCentavos,
    maximumCentavos: minCentavos(maximum, affordableCentavos ?? maximum),
  };
}

/**
 * Returns the cost of the smallest loan at each term (spec §9, short-term revenue). There are no
 * terms if the credit line is smaller than that loan.
 */
function offerOf(ctx: BorrowerCtx, line: Line | null): Multi['offer'] {
  const { app } = ctx;
  const amountCentavos = smallestAmount(app.catalogue.amounts);
  if (line && line.limitCentavos < amountCentavos) return { amountCentavos, terms: [] };
  const terms = app.catalogue.terms.flatMap(({ days: termDays }) => {
    const priced = priceOf(app, {
      principalCentavos: amountCentavos,
      termDays,
      channel: 'bankCard',
      today: todayOf(ctx.now),
    });
    return 'refused' in priced ? [] : [shortOffer(priced)];
  });
  return { amountCentavos, terms };
}

/**
 * Returns the loan being paid out. Otherwise, returns the newest failed loan, unless a later
 * loan has a bill.
 */
export function latestWaiting(
  waiting: LoanRecord[],
  bills: { signed_at: Temporal.Instant }[],
): LoanRecord | null {
  const loan = waiting.find(({ state }) => state !== 'cancelled');
  if (!loan) return null;
  const isOvertaken = bills.some(
    (bill) => Temporal.Instant.compare(bill.signed_at, loan.signed_at) > 0,
  );
  return loan.state === 'failed' && isOvertaken ? null : loan;
}

async function loanInPayout(ctx: BorrowerCtx, loan: LoanRecord | null): Promise<Multi['loan']> {
  if (!loan) return null;
  const way = await readWay(ctx, ctx.app.db, loan.id);
  const pickup = pickupFrom(ctx, way.payout);
  return {
    loanId: loan.id as LoanId,
    state: loan.state as LoanState,
    channel: loan.channel as PayoutChannel,
    arrivalCentavos: centavos(loan.arrival_centavos),
    repayCentavos: centavos(loan.principal_centavos + loan.interest_centavos),
    receiverLabel: receiverName(ctx.locale, {
      channel: loan.channel as PayoutChannel,
      receiver: receiverShown(loan),
      chains: ctx.app.catalogue.chains,
    }),
    signedAt: wireInstant(loan.signed_at),
    ...(pickup
      ? { arrival: null, expectedBy: null, heldUntil: null }
      : await expectedArrivalOf(ctx, loan, way)),
    collectUntil: pickup && !pickup.isAskedBack ? wireDay(pickup.lastOn) : null,
  };
}

function nearestBillOf(
  bill: BillView,
  { today, paying }: { today: Multi['today']; paying: ReadonlySet<string> },
): Multi['nearestBill'] {
  const { facts } = bill;
  const {
    loanId,
    state,
    currentDue,
    nextDue,
    savedIfPaidTodayCentavos,
    dueOn,
    lastFreeDay,
    daysToDue,
    overdueDays,
    promised,
  } = inPayment(bill, paying);
  return {
    loanId,
    state,
    currentDue,
    nextDue,
    savedIfPaidTodayCentavos,
    tomorrowCentavos: accruedTomorrow(facts, today),
    lateChargeCentavos: owed(facts, today).lateCentavos,
    dueOn,
    lastFreeDay,
    daysToDue,
    overdueDays,
    promised,
  };
}
