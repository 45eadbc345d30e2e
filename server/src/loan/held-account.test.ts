// Whoever takes an account over may add a payout account first and change the number then: what was added within a day before that waits as well.
import { codeSms } from '@sandali/contract/account.ts';
import { loanApply, productCal } from '@sandali/contract/loan.ts';
import { walletAdd, walletList } from '@sandali/contract/payee.ts';
import { changePhone } from '@sandali/contract/phoneChange.ts';
import { expect, test } from 'vitest';
import { addWallet } from '#/sandbox/life.ts';
import { type Person, testApp } from '#/testing/app.ts';

const app = await testApp();
const peso = 100;
const hourMs = 60 * 60_000;

const price = (accountId: string) => ({ amountCentavos: 60_000 * peso, termDays: 15, channel: 'wallet', accountId }) as const;

/** What somebody signs for a loan of 60,000 to this account. */
async function quoteOf({ client, life }: Person, accountId: string) {
  const { quoteId, disclosureHash } = await client.must(productCal, price(accountId));
  return { quoteId, disclosureHash, disclosureRead: true, agreementAccepted: true, password: life.password } as const;
}

/** Another wallet of the borrower's name, added now. */
async function another({ client, life }: Person): Promise<string> {
  const accountName = `${life.firstName} ${life.lastName}`;
  const { wallet } = await client.must(walletAdd, { walletId: 'maya', accountName, phone: life.phone, password: life.password });
  return wallet.accountId;
}

/** Gives the account another number, by codes to both. */
async function changeNumber({ client, life }: Person, phone: string): Promise<void> {
  const codeTo = async (to: string, purpose: 'oldPhone' | 'newPhone') => {
    app.clocks.addMs(61_000);
    const { challengeId } = await client.must(codeSms, { phone: to, purpose });
    return { challengeId, code: (await life.codesOf(to)).at(-1) ?? '' };
  };
  const old = await codeTo(life.phone, 'oldPhone');
  const made = await codeTo(phone, 'newPhone');
  await client.must(changePhone, { by: 'code', oldChallengeId: old.challengeId, oldCode: old.code, phone, ...made });
}

test('an account that was added within 24 hours before the number changed waits 24 hours, also where a price was given before', async () => {
  const anna = await app.person({ withCredit: true });
  const { client } = anna;
  const longThere = await addWallet(anna.life);
  app.clocks.addMs(23 * hourMs);
  const lately = await another(anna);
  app.clocks.addMs(hourMs + 1);
  const agreed = await quoteOf(anna, lately);
  await changeNumber(anna, '+639175559001');
  expect(await client.ask(productCal, price(lately))).toMatchObject({ name: 'accountHeld', message: expect.stringContaining('24') });
  expect((await client.ask(loanApply, agreed)).name).toBe('accountHeld');
  const payable = async () => {
    const { wallets } = await client.must(walletList, {});
    return Object.fromEntries(wallets.map((one) => [one.accountId, one.canBePaid]));
  };
  expect(await payable()).toEqual({ [longThere]: true, [lately]: false });
  app.clocks.addMs(24 * hourMs - 1);
  expect((await client.ask(loanApply, agreed)).name).toBe('quoteExpired');
  expect((await client.ask(productCal, price(lately))).name).toBe('accountHeld');
  expect((await client.ask(productCal, price(longThere))).name).toBe('success');
  app.clocks.addMs(1);
  expect(await payable()).toEqual({ [longThere]: true, [lately]: true });
  expect((await client.ask(loanApply, await quoteOf(anna, lately))).name).toBe('success');
});
