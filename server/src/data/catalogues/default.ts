// The amounts in the product's specification; gateway/limits.ts contains the gateways' limits.
// Raise `version` when you add a channel; otherwise servers with an existing database refuse to
// start.
import {
  isPickup,
  type PayoutChannel,
  payoutChannels,
  repaymentChannels,
} from '@sandali/contract/channel.ts';
import { readCatalogue } from '#/data/catalogue.ts';
import { chains, counters } from '#/data/chains.ts';

const peso = 100;
const largestLoan = 300_000 * peso;
/** A payout to a bank card or e-wallet costs the borrower ₱10, a cash pickup ₱25. */
const bankFee = 10 * peso;
const pickupFee = 25 * peso;

/**
 * Neither chain publishes hours for all its branches; most branches are open at these hours. The
 * other channels are always open.
 */
const hoursOf: Partial<Record<PayoutChannel, { opensAt: string; closesAt: string }>> = {
  pawnshop: { opensAt: '08:00', closesAt: '18:00' },
  remittance: { opensAt: '08:00', closesAt: '20:00' },
};

export const defaultCatalogue = readCatalogue({
  id: 'default',
  version: 6,
  amounts: {
    minimumCentavos: 50_000 * peso,
    isMinimumExclusive: true,
    stepCentavos: 10_000 * peso,
    maximumCentavos: largestLoan,
  },
  interestPerDayBps: 20,
  lateChargePerMonthBps: 500,
  terms: [
    { days: 8, serviceFeeBps: 100 },
    { days: 15, serviceFeeBps: 190 },
  ],
  payoutChannels: payoutChannels.map((channel) => ({
    channel,
    feeCentavos: isPickup(channel) ? pickupFee : bankFee,
    minimumCentavos: 1 * peso,
    maximumCentavos: largestLoan,
    arrivalMinutes: 10,
    hours: hoursOf[channel] ?? null,
    collectDays: isPickup(channel) ? 7 : null,
  })),
  // Charges never exceed the principal, so no payment exceeds twice the largest loan.
  repaymentChannels: repaymentChannels.map((channel) => ({
    channel,
    minimumCentavos: 1 * peso,
    maximumCentavos: 2 * largestLoan,
  })),
  chains,
  counters,
  minimumPartialCentavos: 500 * peso,
  planMostCentavos: 150_000 * peso,
  line: {
    estimate: { minimumCentavos: 60_000 * peso, maximumCentavos: 200_000 * peso },
    facebookBonusCentavos: 10_000 * peso,
    firstLimitByIncome: {
      under10k: 0,
      from10to20k: 0,
      from20to40k: 0,
      from40to100k: 0,
      from100to250k: 0,
      from250to400k: 60_000 * peso,
      from400to500k: 80_000 * peso,
      from500to1300k: 100_000 * peso,
      over1300k: 100_000 * peso,
    },
    growthCentavos: 10_000 * peso,
    twoPeopleAboveCentavos: 150_000 * peso,
  },
  vouchers: {
    welcome: {
      kind: 'serviceFee',
      amountCentavos: 200 * peso,
      minimumLoanCentavos: 60_000 * peso,
      validDays: 30,
    },
    firstRepayment: {
      kind: 'interest',
      amountCentavos: 300 * peso,
      minimumLoanCentavos: 60_000 * peso,
      validDays: 60,
    },
  },
});
