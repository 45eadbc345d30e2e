// Whether a borrower can take a loan now, and how much: read once, for home, for what is offered, for a price and for a signature.
import type { Day } from '@sandali/contract/day.ts';
import type { BorrowObstacle } from '@sandali/contract/mayBorrow.ts';
import { type Centavos, centavos, formatPesos, lessCentavos, minCentavos } from '@sandali/contract/money.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { isBankOn } from '#/context/switches.ts';
import { isLineHeld, type Line } from '#/credit/credit.ts';
import type { Read } from '#/db/database.ts';
import { factsOf } from '#/loan/facts.ts';
import { isLineClosed } from '#/loan/relief/store.ts';
import { largestAmountWithin, smallestAmount } from '#/loan/rules/amounts.ts';
import { waitsUntil } from '#/loan/rules/cooling-off.ts';
import { lendingDayStartMs } from '#/loan/rules/hours.ts';
import { owed } from '#/loan/rules/owed.ts';
import { largestWithin, type Room, whyNoRoom, whyNotBorrow } from '#/loan/rules/why-not-borrow.ts';
import { billsOf, lentSince, returnedOn } from '#/loan/store.ts';
import { hasBankCard } from '#/payout-accounts/payout-accounts.ts';
import type { RefusalValues } from '#/platform/refuse.ts';
import { writtenDay } from '#/texts/written-day.ts';
import { type Burden, burdenOf, mostAffordable } from './affordable.ts';
import { todayOf } from './offer.ts';

export type Obstacle<Name extends BorrowObstacle = BorrowObstacle> = { name: Name; values: RefusalValues };

const ofRoom = ['lineExceeded', 'budgetSpent', 'unaffordable'] as const;

/** Whether the obstacle is the amount. */
export function isOfRoom(obstacle: Obstacle): obstacle is Obstacle<(typeof ofRoom)[number]> {
  return ofRoom.some((name) => name === obstacle.name);
}

type Borrowing = {
  /** Why no loan of any amount can be taken; null where one can. */
  obstacle: Obstacle | null;
  /** The largest amount that can be borrowed now; 0 where none can. */
  borrowableCentavos: Centavos;
  room: Room;
  burden: Burden;
};

/** Whether and how much a borrower with a line can borrow. To lend on it, lock borrower, line and budget first. */
export async function borrowingOf(ctx: BorrowerCtx, read: Read, line: Line): Promise<Borrowing> {
  const { app, who } = ctx;
  const { borrowerId } = who;
  const today = todayOf(ctx.now);
  const settings = await app.settings.all();
  const [bills, isHeld, isClosed, returned, isBankCardBound, budgetLeftCentavos, burden] = await Promise.all([
    billsOf(read, borrowerId, { isOpen: true }),
    isLineHeld(read, borrowerId),
    isLineClosed(read, borrowerId),
    returnedOn(read, borrowerId),
    settings.requireBankCard ? hasBankCard(read, borrowerId) : false,
    settings.dailyBudgetCentavos === null ? null : budgetLeft(ctx, read, centavos(settings.dailyBudgetCentavos)),
    burdenOf(ctx, read, borrowerId),
  ]);
  const waits = waitsUntil(returned, today);
  const standing = whyNotBorrow({
    hasOverdueBill: bills.some((bill) => owed(factsOf(bill), today).overdueDays > 0),
    isLineClosed: isClosed,
    isLineHeld: isHeld,
    isLendingPaused: !settings.applicationsOn,
    isGatewayPaused: !isBankOn(settings, app.bank),
    waitsUntil: waits,
    isBankCardRequired: settings.requireBankCard,
    hasBankCard: isBankCardBound,
  });
  const { amounts } = app.catalogue;
  const room = { availableCentavos: line.availableCentavos, budgetLeftCentavos };
  const affordable = mostAffordable(ctx, burden);
  const noRoom = whyNoRoom(room, smallestAmount(amounts)) ?? (affordable === 0 ? ('unaffordable' as const) : null);
  const obstacle = standing
    ? { name: standing, values: standing === 'returnedTwice' && waits ? dayValue(ctx, waits) : {} }
    : noRoom && { name: noRoom, values: noRoom === 'unaffordable' ? {} : roomValues(ctx, room) };
  return { obstacle, borrowableCentavos: obstacle ? centavos(0) : minCentavos(largestWithin(amounts, room), affordable), room, burden };
}

function dayValue(ctx: BorrowerCtx, day: Day): RefusalValues {
  return { day: writtenDay(ctx.locale, Temporal.PlainDate.from(day)) };
}

/** What `lineExceeded` names: the largest loan that the line has room for, and never room that is less than any loan. */
export function roomValues({ app }: BorrowerCtx, { availableCentavos }: Room): RefusalValues {
  const largest = largestAmountWithin(app.catalogue.amounts, availableCentavos);
  return { available: largest === 0 ? 'none' : formatPesos(largest, { drop00: true }) };
}

/** What may still be lent on this lending day. */
async function budgetLeft(ctx: BorrowerCtx, read: Read, budget: Centavos): Promise<Centavos> {
  const since = Temporal.Instant.fromEpochMilliseconds(lendingDayStartMs(ctx.now.epochMilliseconds));
  return lessCentavos(budget, centavos(await lentSince(read, since)));
}
