// The attribution to an advertisement is stored once, sealed, and only with the borrower's consent.
import { logonRegister } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { register } from '@sandali/contract/signUp.ts';
import { expect, test } from 'vitest';
import { newId } from '#/platform/random.ts';
import { dataOf, device } from '#/testing/context.ts';
import { accountTestContext, byCode, byPassword, password } from './testing.ts';

const setup = await accountTestContext();
const campaign = {
  subChannel: 'fb-reels-11',
  advertisingId: '38400000-8cf0-11bd-b23e-10b96e40000d',
  appsflyerId: '1700000000-canary',
};
const agreeing = () => ({ ...device(), attribution: campaign });

const storedRow = async (userGid: string) =>
  await setup.app.db
    .selectFrom('attributions')
    .selectAll()
    .where('borrower_id', '=', userGid)
    .executeTakeFirst();

test('stores one sealed attribution with a new account if the shell reports consent', async () => {
  const { userGid } = await setup.registered(agreeing());
  const row = await storedRow(userGid);
  expect(
    JSON.parse(
      setup.app.sealer.open('attribution', userGid, row?.details_sealed ?? Buffer.alloc(0)),
    ),
  ).toEqual(campaign);
  expect(row?.consented_at).toEqual(setup.clocks.wall());
  expect(row?.details_sealed.includes('canary')).toBe(false);
  const [phone, on] = [setup.newNumber(), agreeing()];
  const entered = dataOf(
    await setup.ask(on, logonRegister, byCode(phone, await setup.codeFor(on, phone, 'login'))),
  );
  expect((await storedRow(entered.userGid))?.consented_at).toEqual(setup.clocks.wall());
});

test.each([null, 'refused'] as const)(
  'does not store an attribution for a client that sends %j',
  async (attribution) => {
    const { userGid } = await setup.registered({ ...device(), attribution });
    expect(await storedRow(userGid)).toBeUndefined();
  },
);

test('stores only one attribution for repeated or concurrent sign-ups', async () => {
  const [phone, on, requestId] = [setup.newNumber(), agreeing(), newId(setup.clocks.wall())];
  const input = {
    phone,
    ...(await setup.codeFor(on, phone, 'register')),
    password,
    agreementVersion,
  };
  const [first, second] = await Promise.all([
    setup.ask(on, register, input, requestId),
    setup.ask(on, register, input, requestId),
  ]);
  const again = await setup.ask(on, register, input, requestId);
  expect(new Set([first, second, again].map((answer) => dataOf(answer).userGid)).size).toBe(1);
  const rows = await setup.app.db
    .selectFrom('attributions')
    .select('borrower_id')
    .where('borrower_id', '=', dataOf(first).userGid)
    .execute();
  expect(rows).toHaveLength(1);
});

test('withdrawing consent at a login deletes only that borrower’s attribution', async () => {
  const [anna, ben] = [await setup.registered(agreeing()), await setup.registered(agreeing())];
  const login = async (attribution: typeof campaign | 'refused' | null) =>
    dataOf(
      await setup.ask(
        { ...anna.on, token: '', attribution },
        logonRegister,
        byPassword(anna.phone),
      ),
    );
  const before = await storedRow(anna.userGid);
  await login({ ...campaign, subChannel: 'other' });
  await login(null);
  expect(await storedRow(anna.userGid)).toEqual(before);
  await login('refused');
  expect([await storedRow(anna.userGid), (await storedRow(ben.userGid)) !== undefined]).toEqual([
    undefined,
    true,
  ]);
  await login(campaign);
  expect(await storedRow(anna.userGid)).toBeUndefined();
});

test('the serving role cannot update an attribution', async () => {
  const { userGid } = await setup.registered(agreeing());
  const change = setup.app.db
    .updateTable('attributions')
    .set({ consented_at: setup.clocks.wall() })
    .where('borrower_id', '=', userGid);
  await expect(change.execute()).rejects.toThrow(/permission denied/);
});
