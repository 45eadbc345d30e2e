// The ways money goes out and comes in, by the ids that catalogues, quotes, payouts and codes
// share.
import * as v from 'valibot';

/**
 * Payout types of spec §3. `cardless` is cash out without a card: at a machine of the bank, with a
 * code. The tab of repayments with the same name on the wire (`repaymentTabs`) is where cash is
 * paid in.
 */
export const payoutChannels = [
  'bankCard',
  'wallet',
  'cashPickup',
  'pawnshop',
  'remittance',
  'cardless',
] as const;
export const zPayoutChannel = v.picklist(payoutChannels);
export type PayoutChannel = v.InferOutput<typeof zPayoutChannel>;

/**
 * Money that its borrower collects in person, with a code and an ID; the others pay into an
 * account.
 */
export const pickupChannels = [
  'cashPickup',
  'pawnshop',
  'remittance',
  'cardless',
] as const satisfies PayoutChannel[];

export function isPickup(channel: PayoutChannel): boolean {
  return pickupChannels.some((one) => one === channel);
}

/**
 * How money travels to an account: InstaPay at any hour and within minutes, PESONet in the batches
 * of banking days.
 */
export const payoutRails = ['instapay', 'pesonet'] as const;
export const zPayoutRail = v.picklist(payoutRails);
export type PayoutRail = v.InferOutput<typeof zPayoutRail>;

/** Repayment channels of spec §2: wallets and QR, shops, then banks. */
export const repaymentChannels = [
  'gcash',
  'maya',
  'grabpay',
  'shopeepay',
  'qrph',
  'sevenEleven',
  'cliqqLifelong',
  'pawnshop',
  'remittance',
  'bankTransfer',
  'bankCard',
  'offlineTransfer',
] as const;
export const zRepaymentChannel = v.picklist(repaymentChannels);
export type RepaymentChannel = v.InferOutput<typeof zRepaymentChannel>;

/** Channels that are served by one chain of shops: spec §3 names the kind, the server the chain. */
export const chainChannels = ['pawnshop', 'remittance'] as const satisfies PayoutChannel[] &
  RepaymentChannel[];

const zShort = v.pipe(v.string(), v.minLength(2), v.maxLength(60));
/** A chain as its own doors and counters have it. These are names: no language translates them. */
const zChain = v.strictObject({
  name: zShort,
  /** The name over its doors. */
  sign: zShort,
  /** What to ask for at its counter: to collect money, and to pay a code. */
  collectBy: zShort,
  payBy: zShort,
});
export type Chain = v.InferOutput<typeof zChain>;
export const zChains = v.strictObject({ pawnshop: zChain, remittance: zChain });
export type Chains = v.InferOutput<typeof zChains>;

/** The chain behind a channel; null where there is none, or none is known yet. */
export function chainOf(chains: Chains | null | undefined, channel: string): Chain | null {
  const found = chainChannels.find((one) => one === channel);
  return (found && chains?.[found]) ?? null;
}

const zCounterNames = v.pipe(v.array(zShort), v.minLength(1), v.maxLength(8));
/**
 * Who pays out these channels, by the names over their doors: shops for `cashPickup`, banks with
 * machines for `cardless`.
 */
export const zCounters = v.strictObject({ cashPickup: zCounterNames, cardless: zCounterNames });
export type Counters = v.InferOutput<typeof zCounters>;

/** Who pays out a channel; empty for a channel with accounts or a chain of its own. */
export function countersOf(
  counters: Counters | null | undefined,
  channel: PayoutChannel,
): readonly string[] {
  return (counters as Partial<Record<PayoutChannel, string[]>> | null | undefined)?.[channel] ?? [];
}

/**
 * These have one permanent code, without an amount; payments of an exact amount need one of the
 * others.
 */
export const permanentChannels = [
  'cliqqLifelong',
  'bankTransfer',
  'offlineTransfer',
] as const satisfies RepaymentChannel[];

/**
 * Money comes straight to our own account at a bank: no gateway makes its codes, limits it or
 * reports it.
 */
export function isOwnChannel(channel: RepaymentChannel): boolean {
  return channel === 'offlineTransfer';
}

/**
 * Tabs of /repayment (spec §3). `cardless` has the counters that take cash, which are no payout
 * channel.
 */
export const repaymentTabs = ['wallet', 'cardless', 'other'] as const;
export type RepaymentTab = (typeof repaymentTabs)[number];

/** The tab of /repayment that shows a channel. */
export const tabOfChannel: Record<RepaymentChannel, RepaymentTab> = {
  gcash: 'wallet',
  maya: 'wallet',
  grabpay: 'wallet',
  shopeepay: 'wallet',
  qrph: 'wallet',
  sevenEleven: 'cardless',
  cliqqLifelong: 'cardless',
  pawnshop: 'cardless',
  remittance: 'cardless',
  bankTransfer: 'other',
  bankCard: 'other',
  offlineTransfer: 'other',
};
