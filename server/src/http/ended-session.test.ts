// A write that waits for its borrower's lock while their session is ended does nothing, whichever write it is.
import { changePassword, codeSms, logonRegister, setPassword, userInfo } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { logoutOthers } from '@sandali/contract/device.ts';
import { documentGet } from '@sandali/contract/document.ts';
import { loanApply, productCal, productList } from '@sandali/contract/loan.ts';
import { passkeyAdd, passkeyBegin, passkeyList, passkeyRemove } from '@sandali/contract/passkey.ts';
import { bankcardAdd, walletAdd } from '@sandali/contract/payee.ts';
import { changePhone } from '@sandali/contract/phoneChange.ts';
import { dataDelete, dataExport } from '@sandali/contract/privacy.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { endSession, lockBorrower, tokenHashOf } from '#/account/account.ts';
import { dumpOf } from '#/home/privacy/testing.ts';
import { newId } from '#/kit/random.ts';
import { addWallet } from '#/sandbox/life.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { authenticator } from '#/testing/authenticator.ts';

const app = await testApp();
const nobodys = () => ({ challengeId: newId(app.clocks.wall()), code: '123456' });

let anna: Person;
let borrowerId: string;
/** Somebody whose account has no password yet. */
let ben: ReturnType<typeof app.device>;
let benId: string;

test('first: somebody with credit, and somebody without a password', async () => {
  anna = await app.person({ withCredit: true });
  borrowerId = (await anna.client.must(userInfo, {})).userGid;
  ben = app.device();
  const phone = '+639175558001';
  const { challengeId } = await ben.must(codeSms, { phone, purpose: 'login' });
  const code = (await anna.life.codesOf(phone)).at(-1) ?? '';
  const entered = await ben.must(logonRegister, { by: 'code', phone, challengeId, code, agreementVersion });
  ben.token = entered.token;
  benId = entered.userGid;
});

/** How many connections to the test's database wait for a lock. */
async function lockWaiters(): Promise<number> {
  const { rows } = await sql<{ waiters: number }>`select count(*)::int as waiters from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.owner.db);
  return rows[0]?.waiters ?? 0;
}

/** Everything in the database but sessions and counts of tries. */
async function state(): Promise<Map<string, string>> {
  const dump = await dumpOf(app.owner, app.house.sealer);
  for (const name of ['sessions', 'budgets']) dump.delete(name);
  return dump;
}

/** Ends the session while the write waits for the borrower; gives what the write came to, and opens the session again for what follows. */
async function whileEnding(id: string, client: Person['client'], write: () => Promise<{ name: string }>): Promise<string> {
  const tokenHash = tokenHashOf(client.token);
  const answer = await app.db.transaction().execute(async (tx) => {
    await lockBorrower(tx, id);
    const waiting = write();
    await expect.poll(lockWaiters, { interval: 5 }).toBe(1);
    await endSession(tx, tokenHash, app.clocks.wall());
    return { waiting };
  });
  const { name } = await answer.waiting;
  await app.owner.db.updateTable('sessions').set({ ended_at: null }).where('token_hash', '=', tokenHash).execute();
  return name;
}

type Write = (requestId: string) => Promise<{ name: string }>;
/** What each write is asked with: all of them would be done, but for those that need codes to two numbers or a loan. */
const writes: [string, () => Promise<Write>][] = [
  ['adding a wallet', async () => (id) => anna.client.ask(walletAdd, wallet(), id)],
  [
    'adding a bank account',
    async () => {
      app.clocks.addMs(61_000);
      const { challengeId } = await anna.client.must(codeSms, { phone: anna.life.phone, purpose: 'bankAccount' });
      const code = (await anna.life.codesOf(anna.life.phone)).at(-1) ?? '';
      const card = { ownerName: wallet().accountName, bankId: 'bdo', accountNumber: '1000000009', phone: anna.life.phone };
      return (id) => anna.client.ask(bankcardAdd, { ...card, proof: { by: 'code', challengeId, code } }, id);
    },
  ],
  ['beginning a passkey', async () => (id) => anna.client.ask(passkeyBegin, { password: anna.life.password }, id)],
  [
    'adding a passkey',
    async () => {
      const made = authenticator(app.house.config.origin).make(await begun());
      return (id) => anna.client.ask(passkeyAdd, made, id);
    },
  ],
  [
    'removing a passkey',
    async () => {
      await anna.client.must(passkeyAdd, authenticator(app.house.config.origin).make(await begun()));
      const passkeyId = (await anna.client.must(passkeyList, {})).passkeys[0]?.passkeyId ?? '';
      return (id) => anna.client.ask(passkeyRemove, { passkeyId }, id);
    },
  ],
  [
    'taking a loan',
    async () => {
      const accountId = await addWallet(anna.life);
      const { minimumCentavos: amountCentavos } = await anna.client.must(productList, {});
      const price = { amountCentavos, termDays: 8, channel: 'wallet', accountId } as const;
      const { quoteId, disclosureHash } = await anna.client.must(productCal, price);
      return (id) => anna.client.ask(loanApply, { quoteId, disclosureHash, disclosureRead: true, agreementAccepted: true }, id);
    },
  ],
  ['taking one’s data along', async () => (id) => anna.client.ask(dataExport, { format: 'json' }, id)],
  ['taking a paper', async () => (id) => anna.client.ask(documentGet, { kind: 'agreement', loanId: newId(app.clocks.now()) }, id)],
  [
    'changing the number',
    async () => {
      const { challengeId: oldChallengeId, code: oldCode } = nobodys();
      return (id) => anna.client.ask(changePhone, { by: 'code', oldChallengeId, oldCode, phone: '+639189990001', ...nobodys() }, id);
    },
  ],
  [
    'changing the password',
    async () => (id) => anna.client.ask(changePassword, { oldPassword: anna.life.password, password: 'ulan sa bubong' }, id),
  ],
  ['logging the others out', async () => (id) => anna.client.ask(logoutOthers, {}, id)],
  ['deleting the account', async () => (id) => anna.client.ask(dataDelete, {}, id)],
];

const wallet = () => ({ walletId: 'maya', accountName: `${anna.life.firstName} ${anna.life.lastName}`, phone: anna.life.phone });
const begun = async () => await anna.client.must(passkeyBegin, { password: anna.life.password });

test.each(writes)('%s does nothing where the session is ended while it waits for the borrower', async (_what, prepare) => {
  const write = await prepare();
  const before = await state();
  expect(await whileEnding(borrowerId, anna.client, () => write(newId(app.clocks.wall())))).toBe('sessionInvalid');
  expect(await state()).toEqual(before);
});

test('nor is a first password set', async () => {
  const before = await state();
  const set = () => ben.ask(setPassword, { password: 'ulan sa bubong' });
  expect(await whileEnding(benId, ben, set)).toBe('sessionInvalid');
  expect(await state()).toEqual(before);
});

test('the request that found its session ended is made after another login, under its own id', async () => {
  const requestId = newId(app.clocks.wall());
  const add = () => anna.client.ask(walletAdd, wallet(), requestId);
  expect(await whileEnding(borrowerId, anna.client, add)).toBe('sessionInvalid');
  expect((await add()).name).toBe('success');
  expect((await add()).name).toBe('success');
});
