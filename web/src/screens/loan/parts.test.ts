import { addDays, asDay, type Instant } from '@sandali/contract/day.ts';
import type { LoanState } from '@sandali/contract/loan.ts';
import { resolvePayout } from '@sandali/contract/payoutChoice.ts';
import { beforeEach, expect, test } from 'vitest';
import {
  bankAccount,
  bankChannel,
  cashChannel,
  pausedChannel,
  productFixture as product,
  quoteFixture,
  readyFixture,
  unpaidAccounts,
  unpaidChannel,
  walletAccount,
  walletChannel,
} from '#stories/loan/loan.fixtures.ts';
import { changesBetween, percent } from './changes.ts';
import { resolveAmount, resolveTerm } from './choice.ts';
import {
  choiceQuery,
  clearDraft,
  initialChoice,
  readChoice,
  rememberQuery,
  saveChoice,
  savedQuote,
  saveQuote,
} from './draft.ts';
import { isInTransit, type LoanFacts, momentsOf } from './moments.ts';

beforeEach(clearDraft);

test('a requested amount is rounded to the product’s steps, within what is available', () => {
  expect(resolveAmount(undefined, product)).toBe(6_000_000);
  expect(resolveAmount(9_999_999, product)).toBe(9_000_000);
  expect(resolveAmount(99_000_000, product)).toBe(product.availableCentavos);
  expect(resolveAmount(1, product)).toBe(6_000_000);
  expect(
    resolveAmount(undefined, {
      ...product,
      availableCentavos: 0 as typeof product.availableCentavos,
    }),
  ).toBeNull();
});

test('a loan defaults to the shortest term and the cheapest channel with an account', () => {
  expect(resolveTerm(undefined, product)).toBe(8);
  expect(resolveTerm(15, product)).toBe(15);
  expect(resolveTerm(30, product)).toBe(8);
  const dearBank = { ...bankChannel, feeCentavos: 2_500 as typeof bankChannel.feeCentavos };
  expect(resolvePayout({}, [dearBank, walletChannel, pausedChannel])?.account).toEqual(
    walletAccount,
  );
  expect(
    resolvePayout({ accountId: bankAccount.accountId }, [dearBank, walletChannel])?.account,
  ).toEqual(bankAccount);
  expect(resolvePayout({}, [{ ...bankChannel, accounts: [] }, pausedChannel])).toEqual({
    channel: { ...bankChannel, accounts: [] },
    account: null,
  });
  expect(resolvePayout({}, [pausedChannel])).toBeNull();
});

test('cash pickup is used only on request, and choosing an account replaces it', () => {
  const channels = [bankChannel, cashChannel];
  expect(resolvePayout({}, channels)?.account).toEqual(bankAccount);
  const collected = resolvePayout(
    { channel: 'cashPickup', accountId: bankAccount.accountId },
    channels,
  );
  expect(collected).toEqual({ channel: cashChannel, account: null });
  expect(
    resolvePayout({ channel: 'bankCard', accountId: bankAccount.accountId }, channels)?.account,
  ).toEqual(bankAccount);
});

test('a chosen account stays chosen even if its channel cannot pay out the amount', () => {
  const shut = { ...bankChannel, isAvailable: false, whyNot: 'amountTooLarge' as const };
  expect(
    resolvePayout({ accountId: bankAccount.accountId }, [shut, walletChannel])?.channel,
  ).toEqual(shut);
  expect(resolvePayout({}, [shut, walletChannel])?.channel).toEqual(walletChannel);
});

test('an account that cannot be paid is never the default, but a chosen one stays', () => {
  expect(resolvePayout({}, [unpaidChannel])?.account).toEqual(bankAccount);
  const nothingElse = { ...unpaidChannel, accounts: [...unpaidAccounts] };
  expect(resolvePayout({}, [nothingElse])).toEqual({ channel: nothingElse, account: null });
  const dearWallet = { ...walletChannel, feeCentavos: 9_900 as typeof walletChannel.feeCentavos };
  expect(resolvePayout({}, [nothingElse, dearWallet])?.account).toEqual(walletAccount);
  const [added] = unpaidAccounts;
  expect(
    resolvePayout({ channel: 'bankCard', accountId: added?.accountId as never }, [unpaidChannel])
      ?.account,
  ).toEqual(added);
});

test('a loan choice is restored from its query, and invalid values are ignored', () => {
  const choice = {
    amountCentavos: 9_000_000,
    termDays: 15,
    channel: 'bankCard' as const,
    accountId: bankAccount.accountId,
  };
  const query = new URLSearchParams(
    Object.entries(choiceQuery(choice)).map(([key, value]) => [key, String(value)]),
  );
  expect(readChoice(query)).toEqual(choice);
  expect(readChoice(new URLSearchParams('amount=-1&term=x&channel=cash&account=7'))).toEqual({});
});

test('a loan draft survives adding an account, with or without a reload', () => {
  initialChoice(new URLSearchParams());
  const query = choiceQuery(saveChoice({ amountCentavos: 7_000_000 }));
  rememberQuery(query);
  const { accountId } = walletAccount;
  saveChoice({ channel: 'wallet', accountId });
  const address = new URLSearchParams('amount=7000000');
  expect(initialChoice(address)).toEqual({
    amountCentavos: 7_000_000,
    channel: 'wallet',
    accountId,
  });

  clearDraft();
  saveChoice({ channel: 'wallet', accountId });
  expect(initialChoice(address)).toEqual({
    amountCentavos: 7_000_000,
    channel: 'wallet',
    accountId,
  });
  expect(initialChoice(new URLSearchParams('term=15'))).toEqual({ termDays: 15 });
});

test('a loan starts with the choice tried before login, unless its query has its own', () => {
  const tried = { amountCentavos: 8_000_000, termDays: 15 };
  expect(initialChoice(new URLSearchParams(), tried)).toEqual(tried);
  expect(initialChoice(new URLSearchParams('amount=7000000'), tried)).toEqual({
    amountCentavos: 7_000_000,
    termDays: 15,
  });
});

test('finds a saved quote by its id until the draft is cleared', () => {
  saveQuote(quoteFixture);
  expect(savedQuote(quoteFixture.quoteId)).toBe(quoteFixture);
  expect(savedQuote(null)).toBeNull();
  clearDraft();
  expect(savedQuote(quoteFixture.quoteId)).toBeNull();
});

test('percent formats hundredths of a percent without trailing zeros', () => {
  expect([11_939, 190, 100, 20, 1_028, 5, 0].map(percent)).toEqual([
    '119.39%',
    '1.9%',
    '1%',
    '0.2%',
    '10.28%',
    '0.05%',
    '0%',
  ]);
});

test('changesBetween lists the figures that differ between two quotes for the same choice', () => {
  expect(
    changesBetween(quoteFixture, { ...quoteFixture, endsAt: '2026-11-20T03:00:00Z' as Instant }),
  ).toEqual([]);
  const { facts } = quoteFixture;
  const later = {
    ...quoteFixture,
    facts: {
      ...facts,
      dueOnIfToday: addDays(facts.dueOnIfToday, 1),
      channelFeeCentavos: facts.interestCentavos,
    },
  };
  expect(changesBetween(quoteFixture, later)).toEqual([
    { id: 'due', before: '2026-11-28', after: asDay('2026-11-29') },
    { id: 'channelFee', before: '₱10.00', after: '₱960.00' },
  ]);
});

const at = (minute: number) => `2026-11-20T02:${String(minute).padStart(2, '0')}:00Z` as Instant;
const steps = (...states: LoanState[]) =>
  states.map((state, minute) => ({ state, at: at(minute) }));
const short = (states: LoanState[], pickup: LoanFacts['pickup'] = null) =>
  momentsOf({
    state: states.at(-1) ?? 'submitting',
    steps: steps(...states),
    arrivedAt: null,
    pickup,
  }).map(({ id, state }) => `${id} ${state}`);

test('a loan’s timeline shows its steps as done, current, next or failed', () => {
  expect(short(['submitting'])).toEqual([
    'signed done',
    'approval now',
    'handover next',
    'transfer next',
    'arrival next',
    'repay next',
  ]);
  expect(short(['submitting', 'approving', 'paying'])).toEqual([
    'signed done',
    'approval done',
    'handover now',
    'transfer next',
    'arrival next',
    'repay next',
  ]);
  expect(short(['submitting', 'approving', 'paying', 'bankProcessing', 'success'])).toEqual([
    'signed done',
    'approval done',
    'handover done',
    'transfer done',
    'arrival done',
    'repay next',
  ]);
  expect(short(['submitting', 'approving', 'paying', 'failed'])).toEqual([
    'signed done',
    'approval done',
    'failed late',
  ]);
  expect(
    momentsOf({
      state: 'paying',
      steps: steps('submitting', 'approving', 'paying'),
      arrivedAt: null,
      pickup: null,
    })[1]?.at,
  ).toBe(at(2));
});

test('a loan’s timeline shows cash waiting at a counter as the current step', () => {
  expect(
    short(['submitting', 'approving', 'paying', 'bankProcessing'], readyFixture.pickup).slice(2),
  ).toEqual(['handover done', 'transfer done', 'arrival now', 'repay next']);
});

test('only a loan whose money is in transit is polled', () => {
  expect((['submitting', 'bankProcessing'] as const).every(isInTransit)).toBe(true);
  expect((['success', 'failed', 'cancelled', 'reversed'] as const).some(isInTransit)).toBe(false);
});
