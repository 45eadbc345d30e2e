import { basicSave } from '@sandali/contract/credit.ts';
import {
  bankcardAdd,
  bankcardDelete,
  bankcardList,
  payeeDefault,
  walletAdd,
  walletDelete,
  walletList,
} from '@sandali/contract/payoutAccounts.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { creditTestContext, type Person, personal } from '#/credit/testing.ts';
import { dataOf } from '#/testing/context.ts';
import { payoutAccountCalls } from './calls.ts';
import { accountsLimit, addedADayLimit } from './rules.ts';

const { ask, person, codeFor, clocks } = await creditTestContext(payoutAccountCalls);

async function named(): Promise<Person> {
  const who = await person();
  dataOf(await ask(who, basicSave, personal));
  return who;
}

async function addCard(who: Person, accountNumber: string) {
  const proof = { by: 'code', ...(await codeFor(who, 'bankAccount')) } as const;
  const form = {
    ownerName: 'LIGAYA DELA CRUZ',
    bankId: 'bdo',
    accountNumber,
    phone: '+639189990000',
    proof,
  } as const;
  return dataOf(await ask(who, bankcardAdd, form)).card.accountId;
}

const addWallet = async (who: Person, nth: number) =>
  await ask(who, walletAdd, {
    walletId: 'gcash',
    accountName: 'Ligaya Dela Cruz',
    phone: `+63917000${String(nth).padStart(4, '0')}`,
  });
const walletsOf = async (who: Person) => dataOf(await ask(who, walletList, {})).wallets;

test('makes the newest account the default if the default account is deleted', async () => {
  const anna = await named();
  const [first, second, third] = [
    await addCard(anna, '001234567890'),
    await addCard(anna, '001234567891'),
    await addCard(anna, '001234567892'),
  ];
  const cards = async () =>
    dataOf(await ask(anna, bankcardList, {})).cards.map(
      ({ accountId, isDefault }) => [accountId, isDefault] as const,
    );
  expect(await cards()).toEqual([
    [first, true],
    [third, false],
    [second, false],
  ]);
  dataOf(await ask(anna, bankcardDelete, { accountId: second }));
  expect(await cards()).toEqual([
    [first, true],
    [third, false],
  ]);
  dataOf(await ask(anna, bankcardDelete, { accountId: first }));
  expect(await cards()).toEqual([[third, true]]);
  const again = await addCard(anna, '001234567890');
  expect(again).not.toBe(first);
  expect(await cards()).toEqual([
    [third, true],
    [again, false],
  ]);
});

test('refuses to delete a deleted account or one of another borrower or kind', async () => {
  const [anna, ben] = [await named(), await named()];
  const card = await addCard(anna, '001234567890');
  const { accountId: wallet } = dataOf(await addWallet(anna, 1)).wallet;
  expect((await ask(ben, bankcardDelete, { accountId: card })).name).toBe('payoutAccountUnknown');
  expect((await ask(ben, payeeDefault, { accountId: card })).name).toBe('payoutAccountUnknown');
  expect((await ask(anna, walletDelete, { accountId: card })).name).toBe('payoutAccountUnknown');
  expect((await ask(anna, bankcardDelete, { accountId: wallet })).name).toBe(
    'payoutAccountUnknown',
  );
  dataOf(await ask(anna, walletDelete, { accountId: wallet }));
  expect((await ask(anna, walletDelete, { accountId: wallet })).name).toBe('payoutAccountUnknown');
  expect((await ask(anna, payeeDefault, { accountId: wallet })).name).toBe('payoutAccountUnknown');
  expect(dataOf(await ask(anna, bankcardList, {})).cards).toHaveLength(1);
});

test('keeps exactly one default account, even after concurrent changes', async () => {
  const anna = await named();
  const ids = [];
  for (const nth of [1, 2, 3]) ids.push(dataOf(await addWallet(anna, nth)).wallet.accountId);
  const [, second = '', third = ''] = ids;
  dataOf(await ask(anna, payeeDefault, { accountId: third }));
  expect((await walletsOf(anna)).map((w) => [w.accountId === third, w.isDefault])).toEqual([
    [true, true],
    [false, false],
    [false, false],
  ]);
  const answers = await Promise.all([
    ask(anna, payeeDefault, { accountId: second }),
    ask(anna, payeeDefault, { accountId: third }),
  ]);
  expect(answers.map(({ name }) => name)).toEqual(['success', 'success']);
  expect((await walletsOf(anna)).filter(({ isDefault }) => isDefault)).toHaveLength(1);
});

slow('limits the accounts that a borrower adds per day, including deleted ones', async () => {
  const anna = await named();
  for (let nth = 0; nth < addedADayLimit; nth += 1) {
    const { accountId } = dataOf(await addWallet(anna, nth)).wallet;
    if (nth >= accountsLimit - 1) dataOf(await ask(anna, walletDelete, { accountId }));
  }
  expect((await addWallet(anna, 900)).name).toBe('accountsAddedOften');
  clocks.addDays(1);
  expect((await addWallet(anna, 900)).name).toBe('success');
});
