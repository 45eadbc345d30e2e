// What may be paid with a code, and what a code is worth now. Pure.
import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import type { RepaymentState } from '@sandali/contract/repayment.ts';
import type { CodeKind } from '#/loan/loan.ts';

/** What kind of code a channel gives (money.md, "Codes"). That of a transfer with receipt is our own reference. */
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
  channel: Limits | null;
  isServed: boolean;
};

/** Why no code is made, in the order of the contract; null when it may be. */
export function whyNotCode(wish: Wish): 'repaymentChannelRefused' | 'repaymentTooSmall' | 'repaymentTooLarge' | 'channelLimit' | null {
  if (!wish.channel || !wish.isServed) return 'repaymentChannelRefused';
  if (wish.amountCentavos < wish.smallestCentavos) return 'repaymentTooSmall';
  if (wish.amountCentavos > wish.largestCentavos) return 'repaymentTooLarge';
  if (wish.amountCentavos < wish.channel.minimumCentavos || wish.amountCentavos > wish.channel.maximumCentavos) return 'channelLimit';
  return null;
}

/** Why a channel cannot take an amount that is paid whole: what is to be returned, the fee of an extension. Null when it can. */
export function whyNotWhole(amountCentavos: Centavos, channel: Limits): 'channelLimit' | null {
  return amountCentavos < channel.minimumCentavos || amountCentavos > channel.maximumCentavos ? 'channelLimit' : null;
}

export type CodeFacts = {
  isPermanent: boolean;
  isGiven: boolean;
  isRefused: boolean;
  endsAtMs: number | null;
  /** All that was booked from this code. */
  paidCentavos: Centavos;
};

/** The state of a code at a moment of business time. A paid code stays booked, also after its end; a permanent one is good again at once. */
export function codeState(code: CodeFacts, nowMs: number): RepaymentState {
  if (code.paidCentavos > 0 && !code.isPermanent) return 'booked';
  if (code.isRefused) return 'refused';
  if (code.endsAtMs !== null && nowMs > code.endsAtMs) return 'expired';
  return code.isGiven ? 'given' : 'asked';
}
