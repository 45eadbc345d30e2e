// The rules of manual review, as pure functions: calling hours, limits, alarms, proposals.
import { callHours } from '@sandali/contract/constants.ts';
import {
  addDays,
  type Day,
  endOfDayMs,
  type Holidays,
  hourMs,
  isWorkingDay,
  startOfDayMs,
} from '@sandali/contract/day.ts';
import { type Centavos, formatPesos, isMultipleOf } from '@sandali/contract/money.ts';
import type { Catalogue } from '#/data/catalogue.ts';
import { manila, manilaDayOf, manilaMinute, wireDay } from '#/platform/days.ts';

/** The length of a reviewer's lease, in ms of wall time. */
export const leaseMs = 30 * 60_000;

export const callResults = ['reached', 'noAnswer', 'wrongNumber', 'refused', 'callBack'] as const;
export type CallResult = (typeof callResults)[number];

/** The maximum number of days to examine. No application waits longer than this. */
const mostDays = 92;

/**
 * Returns a sentence that says why borrowers may not be phoned at this business time; null within
 * calling hours. We promise borrowers these hours.
 */
export function whyNoCall(at: Temporal.Instant, holidays: Holidays): string | null {
  const manilaTime = at.toZonedDateTimeISO(manila);
  const isOpen =
    manilaTime.hour >= callHours.from &&
    manilaTime.hour < callHours.until &&
    isWorkingDay(wireDay(manilaDayOf(at)), holidays);
  if (isOpen) return null;
  const hours = `${String(callHours.from).padStart(2, '0')}:00 to ${callHours.until}:00`;
  return `Borrowers are phoned on working days from ${hours}, Manila time; ${manilaMinute(at)} is outside.`;
}

/** Returns how many ms between two instants of business time fall within calling hours. */
export function staffedMs(
  from: Temporal.Instant,
  to: Temporal.Instant,
  holidays: Holidays,
): number {
  const [fromMs, toMs] = [from.epochMilliseconds, to.epochMilliseconds];
  let sum = 0;
  let day: Day = wireDay(manilaDayOf(from));
  for (let count = 0; count < mostDays && startOfDayMs(day) < toMs; count += 1) {
    if (isWorkingDay(day, holidays)) {
      const opensMs = startOfDayMs(day) + callHours.from * hourMs;
      const closesMs = Math.min(startOfDayMs(day) + callHours.until * hourMs, endOfDayMs(day));
      sum += Math.max(0, Math.min(toMs, closesMs) - Math.max(fromMs, opensMs));
    }
    day = addDays(day, 1);
  }
  return sum;
}

/**
 * Returns the alarm's step: 0 before `everyMs`, 1 from then on, and one more each time the wait
 * doubles.
 */
export function alarmStepOf(waitedMs: number, everyMs: number): number {
  return waitedMs < everyMs ? 0 : Math.floor(Math.log2(waitedMs / everyMs)) + 1;
}

/** Returns a sentence that says why the product does not allow a limit; null if it does. */
export function whyNoLimit(
  limit: Centavos,
  { amounts }: Pick<Catalogue, 'amounts'>,
): string | null {
  const {
    minimumCentavos: least,
    maximumCentavos: most,
    stepCentavos: step,
    isMinimumExclusive,
  } = amounts;
  const isEnough = isMinimumExclusive ? limit > least : limit >= least;
  if (isEnough && limit <= most && isMultipleOf(limit, step)) return null;
  const [from, to, by] = [least, most, step].map((amount) => formatPesos(amount, { drop00: true }));
  return `A limit is ${isMinimumExclusive ? 'above' : 'at least'} ${from}, at most ${to}, and a multiple of ${by}.`;
}

/**
 * Returns a sentence that says why the income is too low for a limit and names the highest possible
 * limit; null if the income is sufficient.
 */
export function whyNotAfforded(
  limit: Centavos,
  { mostCentavos: affordable, isBelowShare }: { mostCentavos: Centavos; isBelowShare: boolean },
): string | null {
  if (affordable === 0)
    return 'The stated income is too low for any loan of this product: see docs/operators/review.md.';
  if (limit > affordable && isBelowShare)
    return `The stated income is too low for any loan. A reviewer can grant the smallest, ${formatPesos(affordable, { drop00: true })}.`;
  if (limit <= affordable) return null;
  return `The stated income supports at most ${formatPesos(affordable, { drop00: true })}, because the amount due in one pay period is limited.`;
}

/** Whether a limit needs two approvers. */
export function needsTwoApprovers(limit: Centavos, { line }: Pick<Catalogue, 'line'>): boolean {
  return limit > line.twoPeopleAboveCentavos;
}

export type ProposalFacts = { lapsesAt: Temporal.Instant; applicationHash: Buffer };

/**
 * Whether a proposal can still be confirmed: it has not lapsed, and its application is unchanged.
 */
export function isOpenProposal(
  proposal: ProposalFacts,
  of: { now: Temporal.Instant; applicationHash: Buffer },
): boolean {
  return (
    Temporal.Instant.compare(of.now, proposal.lapsesAt) < 0 &&
    proposal.applicationHash.equals(of.applicationHash)
  );
}

/** Whether the borrower can still answer a request for a picture on this Manila day. */
export function isRequestOpen(endsOn: Temporal.PlainDate, today: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(today, endsOn) <= 0;
}
