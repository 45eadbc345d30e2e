// Pure rules for codes: amounts, states, expiry, link queries and link hosts.
import { dueInForce } from '@sandali/contract/accrualFacts.ts';
import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import { endOfDayMs, manilaDay, minuteMs } from '@sandali/contract/day.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import { nextDue } from '@sandali/contract/owed.ts';
import { partsOf } from '@sandali/contract/parts.ts';
import type { RepaymentState } from '@sandali/contract/repayment.ts';
import type { BillFacts } from '#/loan/rules/bill.ts';

/**
 * Generated codes are for 7-Eleven, pawnshops and remittance. Short-lived codes are for e-wallet
 * redirects and QR codes. Permanent codes, which never expire, are for kiosks and for bank
 * transfers to an account.
 */
export type CodeKind = 'generated' | 'shortLived' | 'permanent';

/**
 * The kind of code that each channel uses. A transfer to our own account uses our own reference.
 */
export const codeKindOf: Readonly<Record<RepaymentChannel, CodeKind>> = {
  gcash: 'shortLived',
  maya: 'shortLived',
  grabpay: 'shortLived',
  shopeepay: 'shortLived',
  qrph: 'shortLived',
  sevenEleven: 'generated',
  cliqqLifelong: 'permanent',
  pawnshop: 'generated',
  remittance: 'generated',
  bankTransfer: 'permanent',
  bankCard: 'shortLived',
  offlineTransfer: 'permanent',
};

export type Limits = { minimumCentavos: Centavos; maximumCentavos: Centavos };

export type Wish = {
  amountCentavos: Centavos;
  /** The smallest amount of a code for this bill. */
  smallestCentavos: Centavos;
  largestCentavos: Centavos;
  channel: (Limits & { channel: RepaymentChannel }) | null;
  /** The minimum amount of each part (docs/decisions/0042). */
  leastPartCentavos: Centavos;
  isServed: boolean;
};

/**
 * Returns why a code is refused, in the contract's order; null if the channel accepts the amount,
 * whole or in parts. A permanent code has no maximum, because it can be paid repeatedly.
 */
export function whyNotCode(
  wish: Wish,
): 'repaymentChannelRefused' | 'repaymentTooSmall' | 'repaymentTooLarge' | 'channelLimit' | null {
  if (!wish.channel || !wish.isServed) return 'repaymentChannelRefused';
  if (wish.amountCentavos < wish.smallestCentavos) return 'repaymentTooSmall';
  if (wish.amountCentavos > wish.largestCentavos) return 'repaymentTooLarge';
  const isPermanent = codeKindOf[wish.channel.channel] === 'permanent';
  if (isPermanent)
    return wish.amountCentavos < wish.channel.minimumCentavos ? 'channelLimit' : null;
  return partsOf(wish.amountCentavos, wish.channel, wish.leastPartCentavos) === null
    ? 'channelLimit'
    : null;
}

/**
 * Returns why a channel cannot accept an extension fee, which must be paid in one payment; null if
 * it can.
 */
export function whyNotWhole(amountCentavos: Centavos, channel: Limits): 'channelLimit' | null {
  return amountCentavos < channel.minimumCentavos || amountCentavos > channel.maximumCentavos
    ? 'channelLimit'
    : null;
}

type CodeFacts = {
  isPermanent: boolean;
  isGiven: boolean;
  isRefused: boolean;
  endsAtMs: number | null;
  /** The last progress that the gateway reported for a payment by link. */
  progress: 'inProgress' | 'declined' | null;
  /** The total of the payments booked with this code. */
  paidCentavos: Centavos;
};

/**
 * Returns a code's state at the given business time. A paid code stays booked unless it is
 * permanent. A payment in progress is shown even after the code has expired.
 */
export function codeState(code: CodeFacts, nowMs: number): RepaymentState {
  if (code.paidCentavos > 0 && !code.isPermanent) return 'booked';
  if (code.isRefused) return 'refused';
  if (code.progress) return code.progress;
  if (code.endsAtMs !== null && nowMs > code.endsAtMs) return 'expired';
  return code.isGiven ? 'given' : 'asked';
}

const shortLivedMinutes = 15;

type CodeTerms = {
  readonly kind: CodeKind;
  readonly amountCentavos: Centavos;
};

/**
 * Returns the last millisecond of business time at which a code created now is valid; null if it
 * never expires. A code for the whole debt on the due date is valid through the last free day.
 * Other codes expire at Manila midnight, when the debt changes. A gateway may set an earlier expiry
 * (make-codes.ts).
 */
export function codeEndsAtMs(terms: CodeTerms, facts: BillFacts, nowMs: number): number | null {
  if (terms.kind === 'permanent') return null;
  const today = manilaDay(nowMs);
  const next = nextDue(facts, today);
  const lastMs = endOfDayMs(
    next && terms.amountCentavos >= next.owedCentavos ? dueInForce(facts, today).lastFreeOn : today,
  );
  return codeEndsByMs(terms.kind, lastMs, nowMs);
}

/**
 * Returns the last millisecond at which a code created now is valid, if the code's amount is
 * correct until `lastMs`.
 */
export function codeEndsByMs(
  kind: Exclude<CodeKind, 'permanent'>,
  lastMs: number,
  nowMs: number,
): number {
  return kind === 'shortLived' ? Math.min(lastMs, nowMs + shortLivedMinutes * minuteMs) : lastMs;
}

const secondMs = 1000;
/** After this time the screen says that the code is taking longer than usual. */
const usualMs = 20 * secondMs;

/** Whether issuing a requested code is taking longer than usual, by business time. */
export function isTakingLong(
  { state, askedAtMs }: { state: RepaymentState; askedAtMs: number },
  nowMs: number,
): boolean {
  return state === 'asked' && nowMs - askedAtMs > usualMs;
}

/** Queries continue for this long after a link expires, to find a payment made just before. */
const afterEndMs = 15 * 60 * secondMs;

/**
 * Returns the time until the next query for a link, in ms; null if no more follow. `polls` counts
 * earlier queries; `endedMs` is the time since expiry, negative before it. A payment in progress is
 * always queried again.
 */
export function linkPollDelayMs({
  polls,
  isInProgress,
  endedMs,
}: {
  polls: number;
  isInProgress: boolean;
  endedMs: number;
}): number | null {
  if (!isInProgress && endedMs > afterEndMs) return null;
  return Math.min(10 * secondMs * 2 ** Math.min(polls, 10), (isInProgress ? 600 : 300) * secondMs);
}

const ownPage = /^\/sandbox\/checkout\/[0-9A-Za-z]{1,40}$/;

/**
 * Whether a link may be shown: it must use https on a host of the gateway or a subdomain, without a
 * port or credentials. The sandbox allows only its own checkout page.
 */
export function mayShowLink(
  link: string,
  { linkHosts, isSandbox }: { linkHosts: readonly string[]; isSandbox: boolean },
): boolean {
  if (isSandbox) return ownPage.test(link);
  const url = URL.canParse(link) ? new URL(link) : null;
  if (url?.protocol !== 'https:' || url.port || url.username || url.password) return false;
  return linkHosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
}
