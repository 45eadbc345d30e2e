import type { AccountId } from '@sandali/contract/id.ts';
import { expect, test } from 'vitest';
import { channelFixtures, loanAt } from '#stories/loan/loan.fixtures.ts';
import { isFailedByAccount, otherWay } from './otherWay.ts';

const accounts = channelFixtures.flatMap((channel) =>
  channel.accounts.map((account) => ({ channel: channel.channel, account })),
);
const receiverOf = (accountId: AccountId) => ({
  accountId,
  label: 'BDO',
  last4: '4821',
  mark: 'BDO',
});

test('after a failed payout, offers another account that can be paid', () => {
  expect(accounts.length).toBeGreaterThan(1);
  for (const { account } of accounts) {
    const other = otherWay(channelFixtures, receiverOf(account.accountId));
    const rest = accounts
      .map((payout) => payout.account.accountId)
      .filter((id) => id !== account.accountId);
    expect(rest).toContain(other?.account?.accountId);
    expect(other?.account?.whyNotPaid).toBeNull();
  }
});

test('after a failed payout, offers no account if no other account can be paid', () => {
  const [own] = accounts;
  const onlyOwn = channelFixtures.map((channel) => ({
    ...channel,
    accounts: channel.accounts.map((each) =>
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
])('whether the payout failure %s is the account’s fault: %s', (failure, isByAccount) => {
  expect(isFailedByAccount({ ...loanAt('failed'), failure })).toBe(isByAccount);
  expect(isFailedByAccount({ ...loanAt('paying'), failure })).toBe(false);
});
