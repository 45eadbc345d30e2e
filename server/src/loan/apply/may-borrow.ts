// Whether a borrower can borrow now, and how much. Home, the offer, the price and the signature use
// the same rule.
import type { Day } from '@sandali/contract/day.ts';
import type { BorrowObstacle } from '@sandali/contract/mayBorrow.ts';
import {
  type Centavos,
  centavos,
  formatPesos,
  lessCentavos,
  minCentavos,
} from '@sandali/contract/money.ts';
import type { BorrowerCtx, Ctx } from '#/context/ctx.ts';
import type { SettingValues } from '#/context/settings.ts';
import { isBankOn } from '#/context/switches.ts';
import { isLineHeldPart, standingPart } from '#/credit/credit.ts';
import type { Line } from '#/credit-line/credit-line.ts';
import type { Read } from '#/db/database.ts';
import { type FactsOf, snapshot } from '#/db/snapshot.ts';
import { claimPart } from '#/ledger/ledger.ts';
import { returnedPart } from '#/loan/bill.store.ts';
import { openBillsPart } from '#/loan/parts.ts';
import { isLineClosedPart } from '#/loan/relief/store.ts';
import type { Carried } from '#/loan/rules/affordable.ts';
import { largestAmountWithin, smallestAmount } from '#/loan/rules/amounts.ts';
import { waitsUntil } from '#/loan/rules/cooling-off.ts';
import { lendingDayStartMs, opensLaterToday } from '#/loan/rules/hours.ts';
import { largestWithin, type Room, whyNoRoom, whyNotBorrow } from '#/loan/rules/why-not-borrow.ts';
import { lentPart, waitingPart } from '#/loan/store.ts';
import type { BillView } from '#/loan/view.ts';
import { hasBankCardPart } from '#/payout-accounts/payout-accounts.ts';
import { todayOf } from '#/platform/days.ts';
import { placeholdersIn } from '#/platform/lender.ts';
import type { RefusalValues } from '#/platform/refuse.ts';
import { writtenDay } from '#/texts/written-day.ts';
import { type Burden, burdenOf, mostAffordable } from './affordable.ts';

export type Obstacle<Name extends BorrowObstacle = BorrowObstacle> = {
  name: Name;
  values: RefusalValues;
};

const amountObstacles = ['lineExceeded', 'budgetSpent', 'unaffordable'] as const;

export function dependsOnAmount(
  obstacle: Obstacle,
): obstacle is Obstacle<(typeof amountObstacles)[number]> {
  return amountObstacles.some((name) => name === obstacle.name);
}

type Borrowing = {
  /** Why the borrower cannot borrow any amount, or null. */
  obstacle: Obstacle | null;
  /** The largest amount that can be borrowed now; 0 if nothing can be borrowed. */
  borrowableCentavos: Centavos;
  room: Room;
  burden: Burden;
};

/**
 * The query sections, except the open bills, that determine whether and how much a borrower can
 * borrow. They are for callers that read the bills themselves.
 */
export const borrowingBesideBills = {
  standing: standingPart,
  waiting: waitingPart,
  isHeld: isLineHeldPart,
  hasBankCard: hasBankCardPart,
  lent: lentPart,
  isClosed: isLineClosedPart,
  returned: returnedPart,
  claim: claimPart,
};
export const borrowingParts = { ...borrowingBesideBills, openBills: openBillsPart };

/** Returns the query parameters that do not come from the session. */
export function borrowingParams({ now, settings }: Pick<Ctx, 'now' | 'settings'>) {
  const { dailyBudgetCentavos } = settings;
  return {
    lentSince:
      dailyBudgetCentavos === null
        ? null
        : Temporal.Instant.fromEpochMilliseconds(lendingDayStartMs(now.epochMilliseconds)),
  };
}

/**
 * Returns whether and how much a borrower with a credit line can borrow. Lock the borrower and the
 * line before lending based on the result.
 */
export function borrowingOf(
  ctx: BorrowerCtx,
  line: Line,
  read: FactsOf<typeof borrowingBesideBills>,
  {
    openBills,
    settings,
    carried,
  }: { openBills: readonly BillView[]; settings: SettingValues; carried: Carried },
): Borrowing {
  const { app } = ctx;
  const today = todayOf(ctx.now);
  const { waiting, isHeld, isClosed, returned } = read;
  const burden = burdenOf(ctx, { carried, openBills, waiting });
  const budgetLeftCentavos =
    settings.dailyBudgetCentavos === null
      ? null
      : lessCentavos(centavos(settings.dailyBudgetCentavos), centavos(read.lent ?? 0n));
  const waits = waitsUntil(returned, today, app.rulesOn(today));
  const standing = whyNotBorrow({
    hasOverdueBill: openBills.some(({ shown }) => shown.overdueDays > 0),
    hasClaim: read.claim > 0,
    isLineClosed: isClosed,
    isLineHeld: isHeld,
    // Without a named lender, the legal documents would be void, so lending is paused in that case.
    isLendingPaused:
      !settings.applicationsOn || (!app.config.isSandbox && placeholdersIn(settings).length > 0),
    isGatewayPaused: !isBankOn(settings, app.bank),
    waitsUntil: waits,
    isBankCardRequired: settings.requireBankCard,
    hasBankCard: read.hasBankCard,
  });
  const { amounts } = app.catalogue;
  const room = { availableCentavos: line.availableCentavos, budgetLeftCentavos };
  const affordable = mostAffordable(ctx, burden);
  const noRoom =
    whyNoRoom(room, smallestAmount(amounts)) ??
    (affordable === 0 ? ('unaffordable' as const) : null);
  const obstacle = standing
    ? { name: standing, values: valuesOf(ctx, standing, { waits, claim: read.claim }) }
    : noRoom && { name: noRoom, values: noRoom === 'unaffordable' ? {} : roomValues(ctx, room) };
  return {
    obstacle,
    borrowableCentavos: obstacle
      ? centavos(0)
      : minCentavos(largestWithin(amounts, room), affordable),
    room,
    burden,
  };
}

/** Returns the values for the text of an obstacle that does not depend on the amount. */
function valuesOf(
  ctx: BorrowerCtx,
  obstacle: BorrowObstacle,
  { waits, claim }: { waits: Day | null; claim: Centavos },
): RefusalValues {
  if (obstacle === 'claimOpen') return { amount: formatPesos(claim) };
  if (obstacle === 'returnedTwice' && waits)
    return { day: writtenDay(ctx.locale, Temporal.PlainDate.from(waits)) };
  return {};
}

/**
 * Returns the values for the texts of `lineExceeded` (the largest loan that fits the line, or
 * 'none') and of `budgetSpent` (whether the budget reopens today).
 */
export function roomValues({ app, now }: BorrowerCtx, { availableCentavos }: Room): RefusalValues {
  const largest = largestAmountWithin(app.catalogue.amounts, availableCentavos);
  return {
    available: largest === 0 ? 'none' : formatPesos(largest, { drop00: true }),
    ...(opensLaterToday(now.epochMilliseconds) && { opens: 'today' }),
  };
}

const stops = snapshot({ isClosed: isLineClosedPart, isHeld: isLineHeldPart });

/**
 * Returns why a line is stopped: closed after a write-off, or held because a screening list names
 * the borrower; otherwise null. The result stays valid while borrower and line are locked.
 */
export async function whyLineStopped(
  read: Read,
  borrowerId: string,
): Promise<'lineClosed' | 'lineHeld' | null> {
  const { isClosed, isHeld } = await stops.read(read, { borrowerId });
  return isClosed ? 'lineClosed' : isHeld ? 'lineHeld' : null;
}
