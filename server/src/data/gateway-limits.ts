// A catalogue beside its gateway: what the gateway serves of it, and whether it promises amounts that the gateway does not take.
import { isOwnChannel } from '@sandali/contract/channel.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import type { Bank, BankLimits, ChannelLimits } from '#/adapters/bank/port.ts';
import type { Catalogue } from './catalogue.ts';

/** The catalogue with the channels alone that the gateway serves, and those that need no gateway; nobody is offered another. */
export function servedOf(catalogue: Catalogue, limits: BankLimits | null): Catalogue {
  if (limits === null) return catalogue;
  return {
    ...catalogue,
    payoutChannels: catalogue.payoutChannels.filter(({ channel }) => limits.payouts[channel]),
    repaymentChannels: catalogue.repaymentChannels.filter(({ channel }) => isOwnChannel(channel) || limits.repayments[channel]),
  };
}

/** Why a catalogue cannot be lent from through a gateway, or null: a channel that takes less than is promised, or none to pay out or to repay by. */
export function whyBeyondGateway(catalogue: Catalogue, { name, limits }: Pick<Bank, 'name' | 'limits'>): string | null {
  if (limits === null) return null;
  const { payoutChannels, repaymentChannels } = servedOf(catalogue, limits);
  if (payoutChannels.length === 0) return `The gateway ${name} pays out by no channel of catalogue ${catalogue.id}. Set CATALOGUE.`;
  if (repaymentChannels.every(({ channel }) => isOwnChannel(channel)))
    return `The gateway ${name} collects by no channel of catalogue ${catalogue.id}. Set CATALOGUE.`;
  const promised = [
    ...payoutChannels.map((row) => ({ row, way: 'pays out', taken: limits.payouts[row.channel] })),
    ...repaymentChannels.map((row) => ({ row, way: 'collects', taken: limits.repayments[row.channel] })),
  ];
  for (const { row, way, taken } of promised) {
    if (!taken || isWithin(row, taken)) continue;
    const limitsOf = ({ minimumCentavos, maximumCentavos }: ChannelLimits) =>
      `${formatPesos(minimumCentavos)} to ${formatPesos(maximumCentavos)}`;
    return `Catalogue ${catalogue.id} ${way} ${limitsOf(row)} by ${row.channel}, and the gateway ${name} takes ${limitsOf(taken)}. Set CATALOGUE.`;
  }
  return null;
}

function isWithin(row: ChannelLimits, taken: ChannelLimits): boolean {
  return row.minimumCentavos >= taken.minimumCentavos && row.maximumCentavos <= taken.maximumCentavos;
}
