// What an advertisement may leave with us: one sealed row of a borrower who has agreed, and nothing
// else.
import { logonRegister } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { register } from '@sandali/contract/signUp.ts';
import { expect, test } from 'vitest';
import { newId } from '#/platform/random.ts';
import { dataOf, device } from '#/testing/context.ts';
import { accountTestContext, byCode, byPassword, password } from './testing.ts';

const it = await accountTestContext();
const told = {
  subChannel: 'fb-reels-11',
  advertisingId: '38400000-8cf0-11bd-b23e-10b96e40000d',
  appsflyerId: '1700000000-canary',
};
const agreeing = () => ({ ...device(), attribution: told });

const kept = async (userGid: string) =>
  await it.app.db
    .selectFrom('attributions')
    .selectAll()
    .where('borrower_id', '=', userGid)
    .executeTakeFirst();

test('a shell in which the borrower has agreed leaves one sealed row with the new account, by either way in', async () => {
  const { userGid } = await it.registered(agreeing());
  const row = await kept(userGid);
  expect(
    JSON.parse(it.app.sealer.open('attribution', userGid, row?.details_sealed ?? Buffer.alloc(0))),
  ).toEqual(told);
  expect(row?.consented_at).toEqual(it.clocks.wall());
  expect(row?.details_sealed.includes('canary')).toBe(false);
  const [phone, on] = [it.newNumber(), agreeing()];
  const entered = dataOf(
    await it.ask(on, logonRegister, byCode(phone, await it.codeFor(on, phone, 'login'))),
  );
  expect((await kept(entered.userGid))?.consented_at).toEqual(it.clocks.wall());
});

test.each([null, 'refused'] as const)(
  'a client that sends %j leaves nothing',
  async (attribution) => {
    const { userGid } = await it.registered({ ...device(), attribution });
    expect(await kept(userGid)).toBeUndefined();
  },
);

test('the same sign-up twice, and twice at once, leaves one row', async () => {
  const [phone, on, requestId] = [it.newNumber(), agreeing(), newId(it.clocks.wall())];
  const input = { phone, ...(await it.codeFor(on, phone, 'register')), password, agreementVersion };
  const [one, other] = await Promise.all([
    it.ask(on, register, input, requestId),
    it.ask(on, register, input, requestId),
  ]);
  const again = await it.ask(on, register, input, requestId);
  expect(new Set([one, other, again].map((came) => dataOf(came).userGid)).size).toBe(1);
  const rows = await it.app.db
    .selectFrom('attributions')
    .select('borrower_id')
    .where('borrower_id', '=', dataOf(one).userGid)
    .execute();
  expect(rows).toHaveLength(1);
});

test('a later login adds nothing; one from a shell without consent deletes the row, and only theirs', async () => {
  const [anna, ben] = [await it.registered(agreeing()), await it.registered(agreeing())];
  const login = async (attribution: typeof told | 'refused' | null) =>
    dataOf(
      await it.ask({ ...anna.on, token: '', attribution }, logonRegister, byPassword(anna.phone)),
    );
  const before = await kept(anna.userGid);
  await login({ ...told, subChannel: 'other' });
  await login(null);
  expect(await kept(anna.userGid)).toEqual(before);
  await login('refused');
  expect([await kept(anna.userGid), (await kept(ben.userGid)) !== undefined]).toEqual([
    undefined,
    true,
  ]);
  await login(told);
  expect(await kept(anna.userGid)).toBeUndefined();
});

test('the role that serves cannot change a row', async () => {
  const { userGid } = await it.registered(agreeing());
  const change = it.app.db
    .updateTable('attributions')
    .set({ consented_at: it.clocks.wall() })
    .where('borrower_id', '=', userGid);
  await expect(change.execute()).rejects.toThrow(/permission denied/);
});
