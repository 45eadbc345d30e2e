// Checks the form of /repayment against the server's limits. The server checks again when the code
// is requested.
import { permanentChannels, type RepaymentChannel } from '@sandali/contract/channel.ts';
import { type Centavos, type PesosFault, readPesos } from '@sandali/contract/money.ts';
import { partsOf } from '@sandali/contract/parts.ts';
import type { RepaymentOptions } from './answers.ts';

export type ChannelOffer = RepaymentOptions['channels'][number];
export type Tab = 'wallet' | 'cardless';

export type PartProblem = Exclude<PesosFault, 'large'> | 'tooSmall' | 'tooLarge';
export type Part = { amountCentavos: Centavos } | { problem: PartProblem };

/**
 * Parses a typed partial amount ('1,500.50'), which must be between the smallest payment and
 * today's whole amount.
 */
export function readPart(
  typed: string,
  { minimumCentavos, full }: Pick<RepaymentOptions, 'minimumCentavos' | 'full'>,
): Part {
  const read = readPesos(typed);
  if ('fault' in read) return { problem: read.fault === 'large' ? 'tooLarge' : read.fault };
  const { amountCentavos } = read;
  if (amountCentavos < minimumCentavos) return { problem: 'tooSmall' };
  return amountCentavos > full.owedCentavos ? { problem: 'tooLarge' } : { amountCentavos };
}

/** Returns the amount that settles the bill today, in centavos. */
export function fullAmount({ full }: Pick<RepaymentOptions, 'full'>): Centavos {
  return full.owedCentavos;
}

/**
 * Whether a partial payment is possible. It is impossible if the smallest payment is the whole
 * amount owed.
 */
export function canPayPart({
  minimumCentavos,
  full,
}: Pick<RepaymentOptions, 'minimumCentavos' | 'full'>): boolean {
  return minimumCentavos < full.owedCentavos;
}

/**
 * Returns why a channel cannot accept this amount, or null. Without an amount, checks only general
 * reasons. `leastPartCentavos` is the smallest part; null if a single payment is required.
 */
export function channelProblem(
  way: ChannelOffer,
  amountCentavos: Centavos | null,
  leastPartCentavos: Centavos | null,
): ChannelOffer['whyNot'] {
  if (!way.isAvailable) return way.whyNot ?? 'notOffered';
  if (amountCentavos === null) return null;
  if (amountCentavos < way.minimumCentavos) return 'amountTooSmall';
  if (amountCentavos <= way.maximumCentavos) return null;
  return leastPartCentavos !== null && partsPlan(way, amountCentavos, leastPartCentavos)
    ? null
    : 'amountTooLarge';
}

/** Returns the parts in which a channel accepts an amount; null if it cannot accept the amount. */
export function partsPlan(
  way: ChannelOffer,
  amountCentavos: Centavos,
  leastPartCentavos: Centavos,
): readonly Centavos[] | null {
  return partsOf(amountCentavos, way, leastPartCentavos);
}

/** Formats parts on one line: "3 × ₱20,000 + ₱960". */
export function partsText(
  parts: readonly Centavos[],
  written: (amount: Centavos) => string,
): string {
  const runs: { amount: Centavos; count: number }[] = [];
  for (const amount of parts) {
    const last = runs.at(-1);
    if (last?.amount === amount) last.count += 1;
    else runs.push({ amount, count: 1 });
  }
  return runs
    .map(({ amount, count }) => (count > 1 ? `${count} × ${written(amount)}` : written(amount)))
    .join(' + ');
}

const permanent: readonly RepaymentChannel[] = permanentChannels;

/** Whether a channel's code is reusable. */
export function isReusable(channel: RepaymentChannel): boolean {
  return permanent.includes(channel);
}

/**
 * Returns the channels whose code is for an exact amount; only these can pay for a return or an
 * extension.
 */
export function exactChannels(channels: readonly ChannelOffer[]): ChannelOffer[] {
  return channels.filter((way) => !isReusable(way.channel));
}

/** Returns the tab to open first: the first tab with an available channel. */
export function firstTab(channels: readonly ChannelOffer[]): Tab {
  const tabs: readonly Tab[] = ['wallet', 'cardless'];
  return tabs.find((tab) => channels.some((way) => way.tab === tab && way.isAvailable)) ?? 'wallet';
}
