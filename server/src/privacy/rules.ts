// Pure rules for the due days of data requests, the legal retention of loan records, and the
// deletion of accounts.
import {
  addDays,
  addWorkingDays,
  asDay,
  compareDays,
  type Day,
  type Holidays,
  isWorkingDay,
} from '@sandali/contract/day.ts';
import type { Rules } from '#/context/rules.ts';

type RetentionRule = Pick<Rules, 'recordsKeptYears'>;

/**
 * The number of working days within which RA 10173 requires an answer, as the National Privacy
 * Commission interprets it.
 */
const answerWithinWorkingDays = 30;

/**
 * Returns the Manila day by which a request made on `askedOn` must be answered. `askedOn` itself
 * does not count.
 */
export function answerDueOn(askedOn: Day, holidays: Holidays): Day {
  return addWorkingDays(askedOn, answerWithinWorkingDays, holidays);
}

/**
 * Returns the number of working days from tomorrow to the due day, inclusive; negative if the due
 * day has passed.
 */
export function workingDaysLeft(today: Day, dueOn: Day, holidays: Holidays): number {
  const isLate = compareDays(dueOn, today) < 0;
  const [from, to] = isLate ? [dueOn, today] : [today, dueOn];
  let count = 0;
  for (let day = addDays(from, 1); compareDays(day, to) <= 0; day = addDays(day, 1))
    if (isWorkingDay(day, holidays)) count += 1;
  return isLate ? -count : count;
}

/**
 * Returns the last day of legal retention (RA 9160) for a loan closed on the given day. For a loan
 * closed on 29 February, returns 28 February unless the last year is a leap year.
 */
export function keptUntil(closedOn: Day, { recordsKeptYears }: RetentionRule): Day {
  const [year, rest] = [Number(closedOn.slice(0, 4)) + recordsKeptYears, closedOn.slice(4)];
  return asDay(`${year}${rest === '-02-29' && year % 4 !== 0 ? '-02-28' : rest}`);
}

/** Whether the lender holds the borrower's money (`kept`) or is sending it back (`onItsWay`). */
export type MoneyHere = 'kept' | 'onItsWay';

export type Deletion = {
  way: 'now' | 'request' | 'openLoan' | 'underReview' | 'later';
  from: Day | null;
  heldUntil: Day | null;
  money: MoneyHere | null;
};

type Standing = {
  /** `closedOn` is null while any part of the loan is open. */
  loans: readonly { closedOn: Day | null }[];
  /** The day of the last booking, which may be later than the day on which any loan was closed. */
  lastBookedOn: Day | null;
  /** The borrower's money at the lender. As long as there is any, another booking will follow. */
  money: MoneyHere | null;
  isUnderReview: boolean;
  /** The first day on which a rejected borrower can apply again. */
  resubmitOn: Day | null;
};

/**
 * Returns how an account can be deleted. Rejected borrowers must wait until they may apply again;
 * otherwise they could delete the account and apply at once with a new one.
 */
export function deletionOf(
  { loans, lastBookedOn, money, isUnderReview, resubmitOn }: Standing,
  today: Day,
  rules: RetentionRule,
): Deletion {
  const closed = loans.flatMap((loan) => loan.closedOn ?? []);
  if (closed.length < loans.length) return { way: 'openLoan', from: null, heldUntil: null, money };
  const last = [...closed, ...(lastBookedOn ? [lastBookedOn] : [])].sort(compareDays).at(-1);
  const heldUntil = last && !money ? keptUntil(last, rules) : null;
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
