import type { AccountId } from '@sandali/contract/id.ts';
import { expect, test } from 'vitest';
import { channelFixtures, loanAt } from '#stories/loan/loan.fixtures.ts';
import { isFailedByAccount, otherWay } from './otherWay.ts';

const accounts = channelFixtures.flatMap((one) =>
  one.accounts.map((account) => ({ channel: one.channel, account })),
);
const receiverOf = (accountId: AccountId) => ({
  accountId,
  label: 'BDO',
  last4: '4821',
  mark: 'BDO',
});

test('after an account failed, another one is tried, and never the same', () => {
  expect(accounts.length).toBeGreaterThan(1);
  for (const { account } of accounts) {
    const other = otherWay(channelFixtures, receiverOf(account.accountId));
    const rest = accounts
      .map((one) => one.account.accountId)
      .filter((id) => id !== account.accountId);
    expect(rest).toContain(other?.account?.accountId);
    expect(other?.account?.whyNotPaid).toBeNull();
  }
});

test('there is none where no other account can be paid', () => {
  const [own] = accounts;
  const onlyOwn = channelFixtures.map((one) => ({
    ...one,
    accounts: one.accounts.map((each) =>
      each.accountId === own?.account.accountId
        ? each
        : { ...each, whyNotPaid: 'bankNotPaid' as const },
    ),
  }));
  expect(otherWay(onlyOwn, own ? receiverOf(own.account.accountId) : null)).toBeNull();
});

test.each([
  ['accountClosed', true],
  ['accountNotFound', true],
  ['bankNotPaid', true],
  ['accountFull', false],
  ['bankTrouble', false],
  ['cancelled', false],
  [null, false],
])('a loan that failed by %s: %s', (failure, isByAccount) => {
  expect(isFailedByAccount({ ...loanAt('failed'), failure })).toBe(isByAccount);
  expect(isFailedByAccount({ ...loanAt('paying'), failure })).toBe(false);
});
