// What may be paid with a code, and what a code is worth now. Pure.
import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import { partsOf } from '@sandali/contract/parts.ts';
import type { RepaymentState } from '@sandali/contract/repayment.ts';
import type { CodeKind } from '#/loan/loan.ts';

/** The kind of code that a channel gives. For a transfer with receipt it is our own reference. */
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
  /** The smallest amount a code is made for, and the most that this bill can take. */
  smallestCentavos: Centavos;
  largestCentavos: Centavos;
  channel: (Limits & { channel: RepaymentChannel }) | null;
  /** The minimum of each part of a payment in several parts (docs/decisions/0042). */
  leastPartCentavos: Centavos;
  isServed: boolean;
};

/**
 * Why no code is made, in the order of the contract; null when it may be, for the whole or in
 * parts. A code without an amount is used again and again.
 */
export function whyNotCode(
  wish: Wish,
): 'repaymentChannelRefused' | 'repaymentTooSmall' | 'repaymentTooLarge' | 'channelLimit' | null {
  if (!wish.channel || !wish.isServed) return 'repaymentChannelRefused';
  if (wish.amountCentavos < wish.smallestCentavos) return 'repaymentTooSmall';
  if (wish.amountCentavos > wish.largestCentavos) return 'repaymentTooLarge';
  const isLasting = codeKindOf[wish.channel.channel] === 'permanent';
  if (isLasting) return wish.amountCentavos < wish.channel.minimumCentavos ? 'channelLimit' : null;
  return partsOf(wish.amountCentavos, wish.channel, wish.leastPartCentavos) === null
    ? 'channelLimit'
    : null;
}

/**
 * Why a channel cannot take an amount that is paid whole, the fee of an extension. Null when it
 * can.
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
  /** What the gateway said of a payment on its page. */
  progress: 'inProgress' | 'declined' | null;
  /** All that was booked from this code. */
  paidCentavos: Centavos;
};

/**
 * The state of a code at a moment of business time. A paid code stays booked, also after its end; a
 * permanent one is good again at once. Money that was agreed to in time is on its way however long
 * it takes, until the gateway says otherwise.
 */
export function codeState(code: CodeFacts, nowMs: number): RepaymentState {
  if (code.paidCentavos > 0 && !code.isPermanent) return 'booked';
  if (code.isRefused) return 'refused';
  if (code.progress) return code.progress;
  if (code.endsAtMs !== null && nowMs > code.endsAtMs) return 'expired';
  return code.isGiven ? 'given' : 'asked';
}

const secondMs = 1000;
/** After so long a wait for a code the screen says that it takes longer than usual. */
const usualMs = 20 * secondMs;

/** Whether a code that is still being made takes longer than usual. Business time. */
export function takesLong(
  { state, askedAtMs }: { state: RepaymentState; askedAtMs: number },
  nowMs: number,
): boolean {
  return state === 'asked' && nowMs - askedAtMs > usualMs;
}

/**
 * How long after its end a link is still asked about: a payment in the last moment is still found.
 */
const afterEndMs = 15 * 60 * secondMs;

/**
 * How long to wait before the gateway is queried for a link again, in ms; null when it is not
 * queried any more. `looks` counts the queries so far, `endedMs` is the time since the link's end
 * (negative before it). A payment in progress is queried until it is decided, at least every ten
 * minutes.
 */
export function linkPollDelayMs({
  looks,
  isInProgress,
  endedMs,
}: {
  looks: number;
  isInProgress: boolean;
  endedMs: number;
}): number | null {
  if (!isInProgress && endedMs > afterEndMs) return null;
  return Math.min(10 * secondMs * 2 ** Math.min(looks, 10), (isInProgress ? 600 : 300) * secondMs);
}

const ownPage = /^\/sandbox\/checkout\/[0-9A-Za-z]{1,40}$/;

/**
 * Whether a link may be shown: https at one of the gateway's hosts or below one, naming nobody; in
 * the sandbox its own checkout page alone.
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
