// Tests that an SMS code alone, and thus a stolen SIM, suffices to log in but not to move money
// (docs/decisions/0037).
import { codeSms, logonRegister, logout } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { hourMs } from '@sandali/contract/day.ts';
import { logoutOthers } from '@sandali/contract/device.ts';
import { loanApply, productCal, productList } from '@sandali/contract/loan.ts';
import { passkeyAdd, passkeyBegin, passkeyChallenge } from '@sandali/contract/passkey.ts';
import { bankcardAdd, walletAdd } from '@sandali/contract/payoutAccounts.ts';
import { dataDelete, dataExport } from '@sandali/contract/privacy.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { applyForCredit } from '#/sandbox/credit-life.ts';
import { addWallet, reviewed } from '#/sandbox/life.ts';
import { agreedTo } from '#/testing/agreed.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { authenticator } from '#/testing/authenticator.ts';

const app = await testApp();
type Client = Person['client'];

async function codeFor({ life }: Person, client: Client, purpose: 'login' | 'bankAccount') {
  app.clocks.addMs(hourMs);
  const { challengeId } = await client.must(codeSms, { phone: life.phone, purpose });
  return { challengeId, code: (await life.codesOf(life.phone)).at(-1) ?? '' };
}

/**
 * Logs in with a code. `more` adds the proof that is needed on an unknown device or for an account
 * with a passkey.
 */
async function byCode(
  who: Person,
  client: Client,
  more: () => Promise<object> = async () => ({}),
): Promise<string> {
  const codeProof = await codeFor(who, client, 'login');
  const input = { by: 'code', phone: who.life.phone, ...codeProof, agreementVersion } as const;
  const first = await client.ask(logonRegister, input);
  const login =
    first.name === 'idDigitsNeeded'
      ? await client.ask(logonRegister, { ...input, ...(await more()) })
      : first;
  if (login.name === 'success') client.token = login.data.token;
  return login.name;
}

const byId =
  ({ life }: Person) =>
  async () => ({ idLast4: `9999${String(life.number).padStart(8, '0')}`.slice(-4) });

slow('a login by code alone cannot borrow, export or delete if a password is set', async () => {
  const anna = await app.person({ withCredit: true });
  const { client, life } = anna;
  const accountId = await addWallet(life);
  await client.must(logout, {});
  expect(await byCode(anna, client)).toBe('success');
  const { minimumCentavos: amountCentavos } = await client.must(productList, {});
  const loan = agreedTo(
    await client.must(productCal, {
      amountCentavos,
      termDays: 8,
      channel: 'wallet',
      accountId,
    }),
  );
  const wallet = {
    walletId: 'maya',
    accountName: `${life.firstName} ${life.lastName}`,
    phone: '+639187770001',
  } as const;
  const password = { password: life.password };
  const all = [
    () => client.ask(walletAdd, wallet),
    () => client.ask(loanApply, loan),
    () => client.ask(dataExport, { format: 'json' }),
    () => client.ask(passkeyBegin, {}),
    () => client.ask(logoutOthers, {}),
    () => client.ask(dataDelete, {}),
  ];
  const names: string[] = [];
  for (const ask of all) names.push((await ask()).name);
  expect(names).toEqual(all.map(() => 'passwordNeeded'));
  expect((await client.ask(loanApply, { ...loan, ...password })).name).toBe('success');
  expect((await client.ask(dataExport, { format: 'json' })).name).toBe('success');
});

slow('a bank account added with codes alone receives no payout for 24 hours', async () => {
  const anna = await app.person({ withCredit: true });
  const { client, life } = anna;
  const card = (accountNumber: string) => ({
    ownerName: `${life.firstName} ${life.lastName}`,
    bankId: 'bdo',
    accountNumber,
    phone: life.phone,
  });
  const add = async (accountNumber: string) =>
    (
      await client.must(bankcardAdd, {
        ...card(accountNumber),
        proof: { by: 'code', ...(await codeFor(anna, client, 'bankAccount')) },
      })
    ).card;
  const quote = (accountId: string) =>
    client.ask(productCal, {
      amountCentavos,
      termDays: 8,
      channel: 'bankCard',
      accountId,
    } as never);
  const { minimumCentavos: amountCentavos } = await client.must(productList, {});
  const own = await add('1000000009');
  expect((await quote(own.accountId)).name).toBe('success');
  expect(await byCode(anna, client)).toBe('success');
  const late = await add('1000000017');
  expect(await quote(late.accountId)).toMatchObject({
    name: 'accountHeld',
    message: expect.stringContaining('24'),
  });
  expect((await quote(own.accountId)).name).toBe('success');
  app.clocks.addMs(24 * hourMs);
  expect((await quote(late.accountId)).name).toBe('success');
});

test('a login with ID digits on a new device blocks cash pickup for 24 hours', async () => {
  const anna = await app.person({ withCredit: true });
  const strange = app.device();
  expect(await byCode(anna, strange, byId(anna))).toBe('success');
  const { minimumCentavos: amountCentavos } = await strange.must(productList, {});
  const atCounter = () =>
    strange.ask(productCal, { amountCentavos, termDays: 8, channel: 'pawnshop', accountId: null });
  expect((await atCounter()).name).toBe('pickupHeld');
  app.clocks.addMs(24 * hourMs);
  expect((await atCounter()).name).not.toBe('pickupHeld');
});

slow('data export without a password needs a passkey, or a code if there is none', async () => {
  const anna = await app.person();
  await app.owner.db.updateTable('borrowers').set({ password_hash: null }).execute();
  const { client } = anna;
  const exported = async () => (await client.ask(dataExport, { format: 'json' })).name;
  expect([await byCode(anna, client), await exported()]).toEqual(['success', 'success']);
  await applyForCredit(anna.life);
  await app.until('the review', async () => (await reviewed(anna.life)) === 'approved');
  const key = authenticator(app.context.config.origin);
  expect([
    await byCode(anna, client),
    (await client.ask(passkeyAdd, key.make(await client.must(passkeyBegin, {})))).name,
  ]).toEqual(['success', 'success']);
  expect([
    await byCode(anna, client),
    await byCode(anna, client, byId(anna)),
    await exported(),
  ]).toEqual(['idDigitsNeeded', 'success', 'proofTooOld']);
  const byPasskey = async () => ({
    passkey: key.answer(await client.must(passkeyChallenge, { purpose: 'newDevice' })),
  });
  expect([await byCode(anna, client, byPasskey), await exported()]).toEqual(['success', 'success']);
});
