// What the form of /repayment shows of the server's limits. The server checks again when the code
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
 * Reads the amount of a partial payment as typed ('1,500.50'): from the smallest payment to all
 * that is owed today.
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

/** What is paid today to settle the bill, as it is sent. */
export function fullAmount({ full }: Pick<RepaymentOptions, 'full'>): Centavos {
  return full.owedCentavos;
}

/** Whether less than everything can be paid: not where all that is owed is the smallest payment. */
export function canPayPart({
  minimumCentavos,
  full,
}: Pick<RepaymentOptions, 'minimumCentavos' | 'full'>): boolean {
  return minimumCentavos < full.owedCentavos;
}

/**
 * Why a channel cannot take this amount, or null. Without an amount, only what holds for every
 * amount counts. `leastPartCentavos` is the smallest part in which it may be paid; null for what is
 * paid at once or not at all.
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

/** The payments in which a channel takes an amount; null where it takes it in no way. */
export function partsPlan(
  way: ChannelOffer,
  amountCentavos: Centavos,
  leastPartCentavos: Centavos,
): readonly Centavos[] | null {
  return partsOf(amountCentavos, way, leastPartCentavos);
}

/** Parts in one line: "3 × ₱20,000 + ₱960". */
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

/** Whether one code is paid with again and again. */
export function isReusable(channel: RepaymentChannel): boolean {
  return permanent.includes(channel);
}

/**
 * The ways whose code is for one amount exactly: what returns a loan and what extends it is paid by
 * these alone.
 */
export function exactChannels(channels: readonly ChannelOffer[]): ChannelOffer[] {
  return channels.filter((way) => !isReusable(way.channel));
}

/** The tab to open with: the first on which something can be used. */
export function firstTab(channels: readonly ChannelOffer[]): Tab {
  const tabs: readonly Tab[] = ['wallet', 'cardless'];
  return tabs.find((tab) => channels.some((way) => way.tab === tab && way.isAvailable)) ?? 'wallet';
}
