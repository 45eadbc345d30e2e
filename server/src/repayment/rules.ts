// What may be paid with a code, and what a code is worth now. Pure.
import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import type { RepaymentState } from '@sandali/contract/repayment.ts';

/** Channels that give a printed code of a frozen amount (money.md, "Codes": generated). The others say that they come later. */
export const servedChannels: readonly RepaymentChannel[] = ['sevenEleven', 'pawnshop', 'remittance'];

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
  isGiven: boolean;
  isRefused: boolean;
  endsAtMs: number | null;
  /** All that was booked from this code. */
  paidCentavos: Centavos;
};

/** The state of a code at a moment of business time. A paid code stays booked, also after its end. */
export function codeState(code: CodeFacts, nowMs: number): RepaymentState {
  if (code.paidCentavos > 0) return 'booked';
  if (code.isRefused) return 'refused';
  if (code.endsAtMs !== null && nowMs > code.endsAtMs) return 'expired';
  return code.isGiven ? 'given' : 'asked';
}
