// Loans of a typical size, within Xendit's published collection limits (2024 to 2026). A payout is
// at most ₱50,000 per transfer (InstaPay) or pickup (Palawan). Comments mark limits that are not
// published.
import { readCatalogue } from '#/data/catalogue.ts';
import { chains, counters } from '#/data/chains.ts';

const peso = 100;
const bankFee = 10 * peso;
const pickupFee = 25 * peso;

export const smallTicketCatalogue = readCatalogue({
  id: 'small-ticket',
  version: 6,
  amounts: {
    minimumCentavos: 1000 * peso,
    isMinimumExclusive: false,
    stepCentavos: 500 * peso,
    maximumCentavos: 25_000 * peso,
  },
  interestPerDayBps: 20,
  lateChargePerMonthBps: 500,
  terms: [
    { days: 8, serviceFeeBps: 100 },
    { days: 15, serviceFeeBps: 190 },
  ],
  payoutChannels: [
    { channel: 'bankCard', feeCentavos: bankFee, ...payout(50_000) },
    { channel: 'wallet', feeCentavos: bankFee, ...payout(50_000) },
    { channel: 'cashPickup', feeCentavos: pickupFee, ...pickup(50_000) },
    // No payout limit is published, so this is the chain's collection limit.
    {
      channel: 'pawnshop',
      feeCentavos: pickupFee,
      ...pickup(30_000, { opensAt: '08:00', closesAt: '18:00' }),
    },
    {
      channel: 'remittance',
      feeCentavos: pickupFee,
      ...pickup(50_000, { opensAt: '08:00', closesAt: '20:00' }),
    },
    // No limit is published. The payout is sent over InstaPay.
    { channel: 'cardless', feeCentavos: pickupFee, ...pickup(50_000) },
  ],
  repaymentChannels: [
    { channel: 'gcash', ...limits(1, 100_000) },
    { channel: 'maya', ...limits(1, 100_000) },
    { channel: 'grabpay', ...limits(1, 100_000) },
    { channel: 'shopeepay', ...limits(1, 100_000) },
    { channel: 'qrph', ...limits(1, 50_000) },
    { channel: 'sevenEleven', ...limits(50, 50_000) },
    { channel: 'cliqqLifelong', ...limits(50, 50_000) },
    { channel: 'pawnshop', ...limits(1, 30_000) },
    { channel: 'remittance', ...limits(50, 20_000) },
    { channel: 'bankTransfer', ...limits(1, 200_000_000) },
    // No limit is published, so this is the limit of the e-wallets.
    { channel: 'bankCard', ...limits(1, 100_000) },
    // A manual bank transfer is sent over InstaPay.
    { channel: 'offlineTransfer', ...limits(1, 50_000) },
  ],
  chains,
  counters,
  minimumPartialCentavos: 500 * peso,
  planMostCentavos: 15_000 * peso,
  line: {
    estimate: { minimumCentavos: 1000 * peso, maximumCentavos: 10_000 * peso },
    facebookBonusCentavos: 500 * peso,
    firstLimitByIncome: {
      under10k: 1000 * peso,
      from10to20k: 2000 * peso,
      from20to40k: 3000 * peso,
      from40to100k: 5000 * peso,
      from100to250k: 5000 * peso,
      from250to400k: 5000 * peso,
      from400to500k: 5000 * peso,
      from500to1300k: 5000 * peso,
      over1300k: 5000 * peso,
    },
    growthCentavos: 1000 * peso,
    twoPeopleAboveCentavos: 15_000 * peso,
  },
  vouchers: {
    welcome: {
      kind: 'serviceFee',
      amountCentavos: 20 * peso,
      minimumLoanCentavos: 1000 * peso,
      validDays: 30,
    },
    firstRepayment: {
      kind: 'interest',
      amountCentavos: 30 * peso,
      minimumLoanCentavos: 2000 * peso,
      validDays: 60,
    },
  },
});

/** Converts limits from pesos to centavos. */
function limits(minimum: number, maximum: number) {
  return { minimumCentavos: minimum * peso, maximumCentavos: maximum * peso };
}

function payout(maximum: number) {
  return { ...limits(1, maximum), arrivalMinutes: 10, hours: null, collectDays: null };
}

/**
 * Returns the terms of a pickup. No chain publishes hours for all its branches; most branches are
 * open at `hours`.
 */
function pickup(maximum: number, hours: { opensAt: string; closesAt: string } | null = null) {
  return { ...limits(1, maximum), arrivalMinutes: 10, hours, collectDays: 7 };
}
