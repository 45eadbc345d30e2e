// A fictitious product with its channels, a price and a loan, for tests and the gallery: ₱60,000
// for 8 days, as in the design's example.
import type { Arrival } from '@sandali/contract/arrival.ts';
import type { DataOf } from '@sandali/contract/call.ts';
import { type Coupon, couponStems } from '@sandali/contract/coupon.ts';
import { addDays, asDay, type Instant } from '@sandali/contract/day.ts';
import type { AccountId, CouponId, LoanId, QuoteId } from '@sandali/contract/id.ts';
import type { loanAgain } from '@sandali/contract/loan.ts';
import { type Centavos, centavos } from '@sandali/contract/money.ts';
import type { QuoteFacts } from '@sandali/contract/quote.ts';
import type { Account, Channel, Product } from '#/screens/loan/choice.ts';
import type { Quote } from '#/screens/loan/draft.ts';
import type { LoanFacts } from '#/screens/loan/moments.ts';

const pesos = (whole: number): Centavos => centavos(whole * 100);
const at = (text: string) => text as Instant;
const today = asDay('2026-11-20');
/**
 * A payout that arrives within minutes. It has no rail, because the sandbox does not simulate rails
 * yet.
 */
const soon: Arrival = { rail: null, how: 'minutes', minutes: 10, on: today };
const account = (
  n: number,
  label: string,
  last4: string,
  mark: string,
  over: Partial<Account> = {},
): Account => ({
  accountId: `0198a000-0000-7000-8000-00000000010${n}` as AccountId,
  label,
  last4,
  mark,
  whyNotPaid: null,
  heldHours: 0,
  arrival: soon,
  fittingCentavos: null,
  ...over,
});
const unpaid = (whyNotPaid: Account['whyNotPaid'], heldHours = 0) => ({ whyNotPaid, heldHours });

export const productFixture: Product = {
  catalogue: 'default',
  minimumCentavos: pesos(60_000),
  stepCentavos: pesos(10_000),
  maximumCentavos: pesos(300_000),
  availableCentavos: pesos(140_000),
  terms: [
    { days: 15, dueOnIfToday: asDay('2026-12-05') },
    { days: 8, dueOnIfToday: asDay('2026-11-28') },
  ],
  today,
  paydayOn: asDay('2026-11-25'),
  coupons: [],
};

const channel = (over: Partial<Channel>): Channel => ({
  channel: 'bankCard',
  feeCentavos: pesos(10),
  minimumCentavos: pesos(1),
  maximumCentavos: pesos(300_000),
  arrivalMinutes: 10,
  arrival: soon,
  hours: null,
  collectDays: null,
  accounts: [],
  isAvailable: true,
  whyNot: null,
  fittingCentavos: null,
  openAt: null,
  ...over,
});
const counter = { feeCentavos: pesos(25), collectDays: 7 } as const;
const shut = { ...counter, isAvailable: false } as const;

export const bankAccount = account(1, 'BDO Unibank', '4821', 'BDO');
export const walletAccount = account(3, 'GCash', '0142', 'GC');
/** The e-wallets that can be added, best known first. */
export const walletsFixture = [
  { walletId: 'gcash', name: 'GCash', mark: 'GC', canBePaid: true },
  { walletId: 'maya', name: 'Maya', mark: 'MY', canBePaid: true },
  { walletId: 'grabpay', name: 'GrabPay', mark: 'GP', canBePaid: true },
];
/** The offer to repeat the last loan. */
export const againFixture: NonNullable<DataOf<typeof loanAgain>> = {
  amountCentavos: pesos(60_000),
  termDays: 8,
  channel: 'bankCard',
  receiver: bankAccount,
  arrivalCentavos: pesos(59_390),
  repayCentavos: pesos(60_960),
  dueOnIfToday: asDay('2026-11-28'),
  voucherId: null,
  couponCentavos: pesos(0),
};

export const bankChannel = channel({ accounts: [bankAccount, account(2, 'BPI', '0937', 'BPI')] });
export const walletChannel = channel({ channel: 'wallet', accounts: [walletAccount] });
/**
 * Accounts that cannot receive money now, each for a different reason. The first is the default
 * account.
 */
export const unpaidAccounts: readonly Account[] = [
  account(4, 'RCBC', '1188', 'RCBC', unpaid('bankNotPaid')),
  account(5, 'Land Bank of the Philippines', '7730', 'LBP', unpaid('held', 17)),
  account(6, 'Philippine National Bank (PNB)', '2214', 'PNB', unpaid('nameDiffers')),
];
export const unpaidChannel = channel({ accounts: [...unpaidAccounts, bankAccount] });
export const cashChannel = channel({ channel: 'cashPickup', ...counter });
export const pausedChannel = channel({ channel: 'cashPickup', ...shut, whyNot: 'paused' });
export const channelFixtures: readonly Channel[] = [
  bankChannel,
  walletChannel,
  cashChannel,
  channel({ channel: 'pawnshop', ...counter, hours: { opensAt: '08:00', closesAt: '18:00' } }),
  channel({
    channel: 'remittance',
    ...shut,
    whyNot: 'amountTooSmall',
    fittingCentavos: pesos(70_000),
  }),
  channel({
    channel: 'cardless',
    ...shut,
    whyNot: 'channelTooCostly',
    fittingCentavos: pesos(90_000),
  }),
];

export const factsFixture: QuoteFacts = {
  principalCentavos: pesos(60_000),
  termDays: 8,
  channel: 'bankCard',
  interestCentavos: pesos(960),
  interestListedCentavos: pesos(960),
  serviceFeeCentavos: pesos(600),
  serviceFeeListedCentavos: pesos(600),
  serviceFeeBps: 100,
  interestPerDayBps: 20,
  lateChargePerMonthBps: 500,
  channelFeeCentavos: pesos(10),
  couponCentavos: pesos(0),
  couponLostCentavos: pesos(0),
  interestCouponCentavos: pesos(0),
  arrivalCentavos: pesos(59_390),
  repayCentavos: pesos(60_960),
  financeChargeCentavos: pesos(1_570),
  amountFinancedCentavos: pesos(60_000),
  costADayCentavos: centavos(19_625),
  simpleAnnualRateHundredths: 11_939,
  effectiveMonthlyRateHundredths: 1_028,
  legalRule: 'sec-mc-14-2025',
  arrival: soon,
  quotedOn: today,
  dueOnIfToday: asDay('2026-11-28'),
  lastFreeDayIfToday: asDay('2026-12-01'),
  lateChargeFirstDayCentavos: centavos(10_160),
  extensionFeeCentavos: pesos(1_560),
  coolingOffEndsOnIfToday: asDay('2026-11-25'),
};

export const quoteFixture: Quote = {
  quoteId: '0198a000-0000-7000-8000-000000000201' as QuoteId,
  endsAt: at('2026-11-20T02:34:00Z'),
  facts: factsFixture,
  lender: {
    name: 'Sandali Lending Corp.',
    registrationNumber: 'CS000000000',
    authorityNumber: '0000',
    address: '1 Kalye Halimbawa, Makati City, Metro Manila',
    telephone: '(02) 5550 0100',
  },
  receiver: bankAccount,
  voucherId: null,
  disclosureHash: '4f'.repeat(32),
  disclosureVersion: '2026-11-1',
};

const couponDays = { startDate: asDay('2026-11-01'), endDate: asDay('2026-12-19') };
/** A coupon that requires a larger loan than the other fixtures have. */
export const forMoreFixture: Coupon = {
  voucherId: '0198a000-0000-7000-8000-000000000702' as CouponId,
  campaign: 'campaign',
  kind: 'interest',
  ...couponDays,
  ...couponStems(couponDays),
  useStatus: '0',
  discountAmount: '300',
  minimumLoanCentavos: pesos(70_000),
  loanId: null,
  isSetAside: false,
  usedAt: null,
};

/** A quote for ₱60,000 over 15 days. */
export const longQuoteFixture: Quote = {
  ...quoteFixture,
  facts: {
    ...factsFixture,
    termDays: 15,
    interestCentavos: pesos(1_800),
    interestListedCentavos: pesos(1_800),
    serviceFeeCentavos: pesos(1_140),
    serviceFeeListedCentavos: pesos(1_140),
    serviceFeeBps: 190,
    arrivalCentavos: pesos(58_850),
    repayCentavos: pesos(61_800),
    financeChargeCentavos: pesos(2_950),
    costADayCentavos: centavos(19_667),
    dueOnIfToday: asDay('2026-12-05'),
  },
};

/** The same channels, most of them unavailable, each for a different reason. */
export const shutFixtures: readonly Channel[] = [
  channel({
    whyNot: 'amountTooLarge',
    isAvailable: false,
    fittingCentavos: pesos(50_000),
    accounts: [bankAccount],
  }),
  channel({ channel: 'wallet', accounts: [] }),
  pausedChannel,
  channel({
    channel: 'pawnshop',
    ...shut,
    whyNot: 'closed',
    openAt: at('2026-11-21T00:00:00Z'),
    hours: { opensAt: '08:00', closesAt: '18:00' },
  }),
  channel({ channel: 'remittance', ...shut, whyNot: 'held', openAt: at('2026-11-21T02:05:00Z') }),
  channel({
    channel: 'cardless',
    ...shut,
    whyNot: 'channelTooCostly',
    fittingCentavos: pesos(90_000),
  }),
];

/** A loan whose cash is ready at a counter. */
export const readyFixture = {
  channel: 'cashPickup',
  arrival: null,
  receiver: null,
  channelFeeCentavos: pesos(25),
  arrivalCentavos: pesos(59_375),
  expectedBy: null,
  canCancel: true,
  withdrawalCode: '4012886520174',
  pickup: {
    receiverName: 'Maria Clara Santos-Ibarra',
    lastOn: asDay('2026-11-27'),
    hours: null,
    isAskedBack: false,
  },
} as const satisfies Partial<LoanFacts>;

const stepAt = (state: LoanFacts['state'], minute: string) => ({
  state,
  at: at(`2026-11-20T02:${minute}:00Z`),
});

const loanFixture: LoanFacts = {
  loanId: '0198a000-0000-7000-8000-000000000301' as LoanId,
  referenceNo: 'SL-2026-000041',
  state: 'bankProcessing',
  steps: [
    stepAt('submitting', '24'),
    stepAt('approving', '24'),
    stepAt('paying', '25'),
    stepAt('bankProcessing', '26'),
  ],
  principalCentavos: pesos(60_000),
  interestCentavos: pesos(960),
  serviceFeeCentavos: pesos(600),
  channelFeeCentavos: pesos(10),
  arrivalCentavos: pesos(59_390),
  repayCentavos: pesos(60_960),
  termDays: 8,
  channel: 'bankCard',
  sender: 'Sandali Lending Corp.',
  receiver: bankAccount,
  loanOn: today,
  arrivedAt: null,
  expectedBy: at('2026-11-20T02:36:00Z'),
  arrival: soon,
  heldUntil: null,
  canCancel: false,
  dueOn: null,
  failure: null,
  withdrawalCode: null,
  pickup: null,
};

/** The hold on a payout after the account's phone number was changed. */
export const heldFixture = {
  heldUntil: at('2026-11-21T02:05:00Z'),
  expectedBy: at('2026-11-21T02:15:00Z'),
  arrival: { ...soon, on: asDay('2026-11-21') },
};

/** Returns the fixtures' loan in a state, with the steps that led to it. */
export function loanAt(state: LoanFacts['state'], over: Partial<LoanFacts> = {}): LoanFacts {
  const order = ['submitting', 'approving', 'paying', 'bankProcessing'];
  // The money of a cancelled loan never reached the bank.
  const way = state === 'cancelled' ? loanFixture.steps.slice(0, 2) : loanFixture.steps;
  if (order.includes(state))
    return { ...loanFixture, state, steps: way.slice(0, order.indexOf(state) + 1), ...over };
  return {
    ...loanFixture,
    state,
    steps: [...way, stepAt(state, '33')],
    arrival: null,
    expectedBy: null,
    ...over,
  };
}

/**
 * Arrivals by rail: InstaPay within minutes, PESONet before and after its cut-off on a Friday, and
 * a wallet with a lower maximum.
 */
export const railArrivals = {
  instapay: { rail: 'instapay', how: 'minutes', minutes: 15, on: today },
  today: { rail: 'pesonet', how: 'today', minutes: 0, on: today },
  later: { rail: 'pesonet', how: 'later', minutes: 0, on: asDay('2026-11-23') },
} as const satisfies Record<string, Arrival>;

/** Returns the channels for an arrival, as /loan shows them for ₱60,000. */
export function railChannels(arrival: Arrival): readonly Channel[] {
  const bank = { ...bankAccount, arrival };
  const small = {
    ...account(2, 'BPI', '0937', 'BPI'),
    arrival: null,
    fittingCentavos: pesos(50_000),
  };
  return [
    channel({ accounts: [bank, small], arrival }),
    channel({
      channel: 'wallet',
      isAvailable: false,
      whyNot: 'amountTooLarge',
      fittingCentavos: pesos(50_000),
      accounts: [walletAccount],
    }),
  ];
}

/** Returns a quote whose dates assume this arrival. */
export function quoteArriving(arrival: Arrival, base: Quote = quoteFixture): Quote {
  if (arrival.on === today) return { ...base, facts: { ...base.facts, arrival } };
  const dueOn = addDays(arrival.on, base.facts.termDays);
  const days = {
    dueOnIfToday: dueOn,
    lastFreeDayIfToday: dueOn,
    coolingOffEndsOnIfToday: addDays(arrival.on, 3),
  };
  return { ...base, facts: { ...base.facts, arrival, ...days } };
}
