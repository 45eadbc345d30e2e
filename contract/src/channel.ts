// Channels for payouts and repayments, with the ids that catalogues, quotes, payouts and codes
// share.
import * as v from 'valibot';

/**
 * Payout types from spec §3. `cardless` is cash withdrawn from a bank's machine with a code; the
 * repayment tab of the same name (`repaymentTabs`) is for paying in cash.
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

/** Channels through which the borrower collects cash with a code and an ID. */
export const pickupChannels = [
  'cashPickup',
  'pawnshop',
  'remittance',
  'cardless',
] as const satisfies PayoutChannel[];

export function isPickup(channel: PayoutChannel): boolean {
  return pickupChannels.some((pickup) => pickup === channel);
}

/**
 * Rails for transfers: InstaPay, within minutes at any hour; PESONet, in batches on banking days.
 */
export const payoutRails = ['instapay', 'pesonet'] as const;
export const zPayoutRail = v.picklist(payoutRails);
export type PayoutRail = v.InferOutput<typeof zPayoutRail>;

/** Repayment channels from spec §2, in its order: wallets and QR, shops, then banks. */
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

/**
 * Channels served by a single chain of shops. Spec §3 names the kind of shop; the catalogue names
 * the chain.
 */
export const chainChannels = ['pawnshop', 'remittance'] as const satisfies PayoutChannel[] &
  RepaymentChannel[];

const zShort = v.pipe(v.string(), v.minLength(2), v.maxLength(60));
/** A chain's own names, which are not translated. */
const zChain = v.strictObject({
  name: zShort,
  /** The name on the shop's sign. */
  sign: zShort,
  /** What to ask for at the counter when collecting money, and when paying a code. */
  collectBy: zShort,
  payBy: zShort,
});
export type Chain = v.InferOutput<typeof zChain>;
export const zChains = v.strictObject({ pawnshop: zChain, remittance: zChain });
export type Chains = v.InferOutput<typeof zChains>;

/** Returns the chain of a channel; null if it has none or the chains are not known yet. */
export function chainOf(chains: Chains | null | undefined, channel: string): Chain | null {
  const chain = chainChannels.find((name) => name === channel);
  return (chain && chains?.[chain]) ?? null;
}

const zCounterNames = v.pipe(v.array(zShort), v.minLength(1), v.maxLength(8));
/**
 * The names of the counters that pay out these channels: shops for `cashPickup`, banks for
 * `cardless`.
 */
export const zCounters = v.strictObject({ cashPickup: zCounterNames, cardless: zCounterNames });
export type Counters = v.InferOutput<typeof zCounters>;

/**
 * Returns the names of the counters that pay out a channel; empty for a channel with accounts or
 * its own chain.
 */
export function countersOf(
  counters: Counters | null | undefined,
  channel: PayoutChannel,
): readonly string[] {
  return (counters as Partial<Record<PayoutChannel, string[]>> | null | undefined)?.[channel] ?? [];
}

/**
 * Channels with a permanent code that has no amount. To pay an exact amount, use another channel.
 */
export const permanentChannels = [
  'cliqqLifelong',
  'bankTransfer',
  'offlineTransfer',
] as const satisfies RepaymentChannel[];

/** Whether the channel pays directly into our own bank account, without a gateway. */
export function isOwnChannel(channel: RepaymentChannel): boolean {
  return channel === 'offlineTransfer';
}

/** Tabs of /repayment (spec §3). `cardless` lists counters that accept cash. */
export const repaymentTabs = ['wallet', 'cardless', 'other'] as const;
export type RepaymentTab = (typeof repaymentTabs)[number];

/** The tab of /repayment for each channel. */
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
