// The amounts that can be paid on a fictitious bill, and its channels.

import {
  type RepaymentChannel,
  repaymentChannels,
  tabOfChannel,
} from '@sandali/contract/channel.ts';
import type { RepaymentOptions } from '#/screens/repayment/answers.ts';
import { due, pesos, today } from './repayment.fixtures.ts';

const isServed = (channel: RepaymentChannel) => channel !== 'offlineTransfer';
const maximum: Partial<Record<RepaymentChannel, number>> = {
  qrph: 50_000,
  sevenEleven: 50_000,
  cliqqLifelong: 50_000,
  pawnshop: 30_000,
  remittance: 20_000,
};

export const ways: RepaymentOptions = {
  promisedCentavos: null,
  full: due(62_006, today),
  nextDue: null,
  minimumCentavos: pesos(500),
  savedIfPaidTodayCentavos: pesos(0),
  coolingOff: null,
  channels: repaymentChannels.map((channel) => ({
    channel,
    tab: tabOfChannel[channel],
    minimumCentavos: pesos(channel === 'pawnshop' ? 1 : 50),
    maximumCentavos: pesos(maximum[channel] ?? 100_000),
    feeCentavos: pesos(0),
    isAvailable: isServed(channel),
    whyNot: isServed(channel) ? null : 'notOffered',
  })),
};

/** The channels while the gateway is turned off, when only our own account is offered. */
export const pausedWays: RepaymentOptions = {
  ...ways,
  channels: ways.channels.map((way) => {
    const isOwn = way.channel === 'offlineTransfer';
    return { ...way, isAvailable: isOwn, whyNot: isOwn ? null : ('paused' as const) };
  }),
};

/** The channels before the due date, when paying in full saves interest. */
export const earlyWays: RepaymentOptions = {
  ...ways,
  full: due(60_120, today),
  nextDue: due(60_960, '2026-11-27'),
  savedIfPaidTodayCentavos: pesos(840),
};
