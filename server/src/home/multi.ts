// /user/multi: returns everything that the home screen needs, in one response.
import type { DataOf } from '@sandali/contract/call.ts';
import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import type { CodePurpose } from '@sandali/contract/coolingOff.ts';
import type { userMulti } from '@sandali/contract/home.ts';
import type { LoanId, RepaymentId } from '@sandali/contract/id.ts';
import { addCentavos, type Centavos, centavos, minCentavos } from '@sandali/contract/money.ts';
import { accruedTomorrow, owed } from '@sandali/contract/owed.ts';
import { namesPart } from '#/account/account.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { CtxBeforeSession } from '#/context/open-call.ts';
import { couponsPart, usableOf } from '#/coupon/coupon.ts';
import {
  affordableIn,
  creditStatusFrom,
  draftsSince,
  estimatedLine,
  leastIncomeNow,
  newestDraftPart,
  nextDraftStep,
  requestedPicturesPart,
  shownCreditStatus,
  workDraftPart,
} from '#/credit/credit.ts';
import { type Line, linePart } from '#/credit-line/credit-line.ts';
import type { FactsOf } from '#/db/snapshot.ts';
import { limitOf, limitParts } from '#/limit/limit.ts';
import {
  type BillView,
  borrowingBesideBills,
  borrowingOf,
  borrowingParams,
  byUrgency,
  countDue,
  recentBillsPart,
  smallestOfferOf,
  waitingLoanOf,
} from '#/loan/loan.ts';
import { manilaDayOf, todayOf, wireInstant } from '#/platform/days.ts';
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
  requested: requestedPicturesPart,
};

/** Returns the query parameters that do not come from the session. */
export function multiParams(ctx: CtxBeforeSession) {
  return { ...borrowingParams(ctx), draftsSince: draftsSince(ctx.now), now: ctx.now };
}

/** Returns the home screen's data. A second query is needed only if a loan is being paid out. */
export async function multiOf(ctx: BorrowerCtx, facts: FactsOf<typeof multiParts>): Promise<Multi> {
  const { app } = ctx;
  const { line, paying, standing } = facts;
  const today = todayOf(ctx.now);
  const [settings, affordable] = await Promise.all([
    app.settings.all(),
    affordableIn(ctx, standing?.row ?? null),
  ]);
  const credit = creditStatusFrom(standing, ctx.now);
  const bills = facts.bills.viewOn(today);
  const openBills = bills.filter((bill) => bill.ending === null).sort(byUrgency);
  const borrowing =
    line && borrowingOf(ctx, line, facts, { openBills, settings, carried: affordable });
  const obstacle = borrowing?.obstacle ?? null;
  const { copyWritingMap } = settings;
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
      requestedPictures: facts.requested.on(manilaDayOf(ctx.now)),
    },
    estimate: estimateOf(ctx, {
      isLinked: standing?.hasFacebookLink(app.sealer) ?? false,
      affordableCentavos: await estimatedLine(ctx, standing?.row ?? null, facts.workDraft),
    }),
    leastIncome: line ? null : await leastIncomeNow(ctx),
    line: line && borrowing && lineShown(line, borrowing.borrowableCentavos),
    quota: line && limitOf(ctx, { line, bills, affordable, grown: facts }),
    offer: smallestOfferOf(ctx, line?.limitCentavos ?? null),
    canBorrow: borrowing !== null && obstacle === null,
    whyNotBorrow: obstacle && {
      name: obstacle.name,
      message: sayRefusal(ctx.locale, obstacle.name, obstacle.values, copyWritingMap[ctx.locale]),
    },
    loan: (await waitingLoanOf(ctx, { waiting: facts.waiting, bills }))?.shown ?? null,
    nearestBill: openBills[0] ? nearestBillOf(openBills[0], { today, paying }) : null,
    openCode: codeShown(facts.openCode),
    hasRepaid: bills.some((bill) => bill.ending === 'repaid'),
    counts: {
      ...countDue(openBills),
      openBills: openBills.length,
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

/** Returns a bill's open payment code, but never the permanent reference for transfers. */
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
  } = bill.shownWith(paying);
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
