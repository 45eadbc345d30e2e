// When an answer is due, how long the law keeps the records of a loan, and whether an account may
// be deleted. Pure.
import {
  addDays,
  addWorkingDays,
  asDay,
  compareDays,
  type Day,
  type Holidays,
  isWorkingDay,
} from '@sandali/contract/day.ts';

/**
 * RA 10173 as the National Privacy Commission reads it: an answer within 30 working days of asking.
 */
export const answerWithinWorkingDays = 30;
/**
 * RA 9160 and its rules: records of a customer and of their transactions stay five years after the
 * account or loan is closed.
 */
export const recordsKeptYears = 5;

/**
 * The Manila day by which a request that came on `askedOn` must be answered; the day of asking does
 * not count.
 */
export function answerDueOn(askedOn: Day, holidays: Holidays): Day {
  return addWorkingDays(askedOn, answerWithinWorkingDays, holidays);
}

/** Working days from tomorrow up to and with the due day; below 0, how many have passed since. */
export function workingDaysLeft(today: Day, dueOn: Day, holidays: Holidays): number {
  const isLate = compareDays(dueOn, today) < 0;
  const [from, to] = isLate ? [dueOn, today] : [today, dueOn];
  let count = 0;
  for (let day = addDays(from, 1); compareDays(day, to) <= 0; day = addDays(day, 1))
    if (isWorkingDay(day, holidays)) count += 1;
  return isLate ? -count : count;
}

/**
 * The last day on which the law keeps the records of a loan that was closed on a day; 28 February
 * where the fifth year has no 29th.
 */
export function keptUntil(closedOn: Day): Day {
  const [year, rest] = [Number(closedOn.slice(0, 4)) + recordsKeptYears, closedOn.slice(4)];
  return asDay(`${year}${rest === '-02-29' && year % 4 !== 0 ? '-02-28' : rest}`);
}

/** Money of a borrower that is kept here, or is on its way back to them. */
export type MoneyHere = 'kept' | 'onItsWay';

export type Deletion = {
  way: 'now' | 'request' | 'openLoan' | 'underReview' | 'later';
  from: Day | null;
  heldUntil: Day | null;
  money: MoneyHere | null;
};

type Standing = {
  /** `closedOn` is null for a loan of which something is still open. */
  loans: readonly { closedOn: Day | null }[];
  /** The last day in the books: money may come, or go back, after a loan was closed. */
  lastBookedOn: Day | null;
  /** While money is here, one more day in the books is still to come. */
  money: MoneyHere | null;
  isUnderReview: boolean;
  /** After a refusal, the first day on which materials may be sent again. */
  resubmitOn: Day | null;
};

/**
 * How an account may be deleted. A new account may apply at once, so that one that must still wait
 * to apply again is deleted from that day on.
 */
export function deletionOf(
  { loans, lastBookedOn, money, isUnderReview, resubmitOn }: Standing,
  today: Day,
): Deletion {
  const closed = loans.flatMap((loan) => loan.closedOn ?? []);
  if (closed.length < loans.length) return { way: 'openLoan', from: null, heldUntil: null, money };
  const last = [...closed, ...(lastBookedOn ? [lastBookedOn] : [])].sort(compareDays).at(-1);
  const heldUntil = last && !money ? keptUntil(last) : null;
  if (isUnderReview) return { way: 'underReview', from: null, heldUntil, money };
  if (last || money) return { way: 'request', from: null, heldUntil, money };
  const isWaiting = resubmitOn !== null && compareDays(today, resubmitOn) < 0;
  return {
    way: isWaiting ? 'later' : 'now',
    from: isWaiting ? resubmitOn : null,
    heldUntil,
    money,
  };
}
