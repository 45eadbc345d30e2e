// Tests that a session alone cannot sign a loan: if the borrower last proved their identity over
// fifteen minutes ago, the signature requires the password.
import { userMulti } from '@sandali/contract/home.ts';
import { loanApply, productCal } from '@sandali/contract/loan.ts';
import { expect, test } from 'vitest';
import { newId } from '#/platform/random.ts';
import { addWallet } from '#/sandbox/life.ts';
import { agreedTo } from '#/testing/agreed.ts';
import { type Person, testApp } from '#/testing/app.ts';

const app = await testApp();
const peso = 100;
const id = () => newId(app.clocks.wall());

/** Quotes a loan of ₱60,000 and returns the input for signing it. */
async function quoteOf(anna: Person) {
  const accountId = await addWallet(anna.life);
  const quote = await anna.client.must(productCal, {
    amountCentavos: 60_000 * peso,
    termDays: 15,
    channel: 'wallet',
    accountId,
  });
  return agreedTo(quote);
}

/** Creates a person with a quote who last proved their identity fifteen minutes ago. */
async function longSince() {
  const anna = await app.person({ withCredit: true });
  await addWallet(anna.life);
  app.clocks.addMs(15 * 60_000);
  return { anna, agreed: await quoteOf(anna), password: anna.life.password };
}

const heldOf = async (anna: Person) => (await anna.client.must(userMulti, {})).line?.heldCentavos;

test('signing a loan needs the password 15 minutes after the last proof of identity', async () => {
  const { anna, agreed, password } = await longSince();
  const apply = async (input: object) =>
    (await anna.client.ask(loanApply, { ...agreed, ...input })).name;
  expect(await apply({})).toBe('passwordNeeded');
  // Other refusals take precedence over the request for the password.
  expect(await apply({ disclosureHash: '0'.repeat(64) })).toBe('disclosureChanged');
  for (let n = 0; n < 9; n += 1)
    expect(await apply({ password: 'ibang salita' })).toBe('passwordWrong');
  expect(await heldOf(anna)).toBe(0);
  expect(await apply({ password })).toBe('success');
  expect(await heldOf(anna)).toBe(60_000 * peso);
});

test('refuses the signature after ten wrong passwords, even with the correct one', async () => {
  const { anna, agreed, password } = await longSince();
  for (let n = 0; n < 10; n += 1)
    await anna.client.ask(loanApply, { ...agreed, password: 'ibang salita' });
  expect((await anna.client.ask(loanApply, { ...agreed, password })).name).toBe('passwordWrong');
  expect(await heldOf(anna)).toBe(0);
});

test('soon after a login or a correct password, signing a loan requires no password', async () => {
  const { anna, agreed, password } = await longSince();
  expect((await anna.client.ask(loanApply, { ...agreed, password })).name).toBe('success');
  app.clocks.addMs(9 * 60_000);
  // A used quote is refused because it is used, without a request for the password.
  expect((await anna.client.ask(loanApply, agreed)).name).toBe('quoteUsed');
  const bert = await app.person({ withCredit: true });
  expect((await bert.client.ask(loanApply, await quoteOf(bert))).name).toBe('success');
});

test('a repeated request id signs only one loan, even without the password', async () => {
  const { anna, agreed, password } = await longSince();
  const [wrongId, rightId] = [id(), id()];
  const ask = (input: object, requestId: string) =>
    anna.client.ask(loanApply, { ...agreed, ...input }, requestId);
  expect((await ask({ password: 'ibang salita' }, wrongId)).name).toBe('passwordWrong');
  const answers = await Promise.all([ask({ password }, rightId), ask({ password }, rightId)]);
  // If the response is lost, the app repeats the request without the password, which it never
  // stores.
  const again = await ask({}, rightId);
  expect([...answers, again].map(({ name }) => name)).toEqual(['success', 'success', 'success']);
  expect(new Set([...answers, again].map(({ data }) => data.loanId)).size).toBe(1);
  expect(await heldOf(anna)).toBe(60_000 * peso);
});
