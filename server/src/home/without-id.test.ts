// An account without an ID needs no hold on payout accounts (docs/decisions/0011): a person who
// logs in with a code cannot add a payout account, and no loan is possible yet.
import { codeSms, logonRegister } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { loanApply, loanDetail, productCal, productList } from '@sandali/contract/loan.ts';
import { walletAdd } from '@sandali/contract/payoutAccounts.ts';
import { expect, test } from 'vitest';
import { newId } from '#/platform/random.ts';
import { applyForCredit, submitPersonal } from '#/sandbox/credit-life.ts';
import { addWallet, reviewed, takeLoan } from '#/sandbox/life.ts';
import { type Person, testApp } from '#/testing/app.ts';

const app = await testApp();

/** Logs in on a new device with a code. */
async function strangeLogin({ life }: Person) {
  const client = app.device();
  const { challengeId } = await client.must(codeSms, { phone: life.phone, purpose: 'login' });
  const code = (await life.codesOf(life.phone)).at(-1) ?? '';
  const login = await client.ask(logonRegister, {
    by: 'code',
    phone: life.phone,
    challengeId,
    code,
    agreementVersion,
  });
  if (login.name === 'success') client.token = (login.data as { token: string }).token;
  return { client, name: login.name };
}

test('a code login before an ID is added can neither add nor pay a payout account', async () => {
  const anna = await app.person();
  await submitPersonal(anna.life);
  app.clocks.addMs(3_600_001);
  const { client, name } = await strangeLogin(anna);
  expect(name).toBe('success');
  const { firstName, lastName } = anna.life;
  const own = {
    walletId: 'gcash',
    accountName: `${firstName} ${lastName}`,
    phone: '+639187770001',
  } as const;
  expect((await client.ask(walletAdd, own)).name).toBe('passwordNeeded');
  const accountId = newId(app.clocks.wall()) as never;
  const wish = { amountCentavos: 100_000, termDays: 15, channel: 'wallet', accountId } as const;
  expect((await client.ask(productCal, wish)).name).toBe('creditNotApproved');
  const signed = {
    quoteId: newId(app.clocks.wall()),
    disclosureHash: '0'.repeat(64),
    disclosureRead: true,
    agreementAccepted: true,
  };
  expect((await client.ask(loanApply, signed as never)).name).not.toBe('success');
  expect(await app.db.selectFrom('payouts').select('id').execute()).toEqual([]);

  await applyForCredit(anna.life);
  await app.until('the review', async () => (await reviewed(anna.life)) === 'approved');
  await anna.client.must(productList, {});
  const { loanId } = await takeLoan(anna.life, await addWallet(anna.life));
  const { receiver } = await anna.client.must(loanDetail, { loanId });
  expect(receiver?.last4).toBe(anna.life.phone.slice(-4));
  app.clocks.addMs(3_600_001);
  expect((await strangeLogin(anna)).name).toBe('idDigitsNeeded');
});
