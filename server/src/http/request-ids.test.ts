// Tests that a request id returns the same response for 400 days. Older ids are refused, so no
// request runs twice.
import type { AnyCall } from '@sandali/contract/call.ts';
import { codes } from '@sandali/contract/codes.ts';
import { dayMs } from '@sandali/contract/day.ts';
import { loanApply, productCal } from '@sandali/contract/loan.ts';
import { walletAdd } from '@sandali/contract/payoutAccounts.ts';
import { refundApply } from '@sandali/contract/refund.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { scopeOfBorrower, scopeOfDevice } from '#/context/idempotency.store.ts';
import { hashOfInput } from '#/context/idempotency.ts';
import { newId, randomBytes } from '#/platform/random.ts';
import { addWallet, logIn } from '#/sandbox/life.ts';
import { agreedTo } from '#/testing/agreed.ts';
import { gidOf, type Person, testApp } from '#/testing/app.ts';
import { requestsOf } from '#/testing/good-requests.ts';

const app = await testApp();

/** Advances the clocks and logs in again, because the session has expired. */
async function later(person: Person, days: number): Promise<void> {
  app.clocks.addMs(days * dayMs);
  await logIn(person.life);
}

async function quoted(person: Person) {
  const accountId = await addWallet(person.life);
  const quote = await person.client.must(productCal, {
    amountCentavos: 6_000_000,
    termDays: 15,
    channel: 'wallet',
    accountId,
  });
  return agreedTo(quote);
}

const keptOf = async (requestId: string) =>
  (
    await app.db
      .selectFrom('idempotency_keys')
      .select('code')
      .where('request_id', '=', requestId)
      .execute()
  ).length;
const loans = async () =>
  (
    await app.db
      .selectFrom('loans')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

slow('a repeated loan application creates no second loan and expires after 400 days', async () => {
  const anna = await app.person({ withCredit: true });
  const agreed = await quoted(anna);
  const requestId = newId(app.clocks.wall());
  const { loanId } = await anna.client.must(loanApply, agreed, requestId);
  const count = await loans();
  for (const days of [31, 200, 168]) {
    await later(anna, days);
    expect((await anna.client.must(loanApply, agreed, requestId)).loanId).toBe(loanId);
  }
  await later(anna, 2);
  expect((await anna.client.ask(loanApply, agreed, requestId)).name).toBe('requestIdExpired');
  await app.app.jobs.cleanup({});
  expect(await keptOf(requestId)).toBe(1);
  await later(anna, 2);
  await app.app.jobs.cleanup({});
  expect(await keptOf(requestId)).toBe(0);
  expect((await anna.client.ask(loanApply, agreed, requestId)).name).toBe('requestIdExpired');
  expect([await loans(), await keptOf(requestId)]).toEqual([count, 0]);
});

slow('stores at most 2,000 refusals per borrower per day', async () => {
  const { client, life } = await app.person({ withCredit: true });
  const accountId = await addWallet(life);
  const price = (amountCentavos: number) =>
    ({ amountCentavos, termDays: 15, channel: 'wallet', accountId }) as const;
  const wallet = {
    walletId: 'gcash',
    accountName: 'Iba Pa',
    phone: life.phone,
    password: life.password,
  } as never;
  const ids = Array.from({ length: 3 }, () => newId(app.clocks.wall())) as [string, string, string];
  expect([(await client.ask(productCal, price(123), ids[0])).name, await keptOf(ids[0])]).toEqual([
    'amountNotOffered',
    1,
  ]);
  await sql`update rate_limits set used = 2000 where name like 'refusals:%'`.execute(app.db);
  expect([(await client.ask(productCal, price(123), ids[1])).name, await keptOf(ids[1])]).toEqual([
    'tooManyRequests',
    0,
  ]);
  expect([(await client.ask(walletAdd, wallet, ids[2])).name, await keptOf(ids[2])]).toEqual([
    'tooManyRequests',
    0,
  ]);
  expect((await client.ask(productCal, price(6_000_000))).name).toBe('success');
});

test('refuses a request id without a time or with a future time, and stores nothing', async () => {
  const { client, life } = await app.person();
  const { phone, password, firstName, lastName } = life;
  const wallet = { walletId: 'gcash', accountName: `${firstName} ${lastName}`, phone, password };
  const ahead = (hours: number) => newId(app.clocks.wall().add({ hours }));
  for (const requestId of [
    ahead(25),
    ahead(24 * 365 * 100),
    '7d7b0c1e-55f5-4c0e-9a53-1f2f0c8c6a01',
  ]) {
    const refused = await client.ask(walletAdd, wallet, requestId);
    expect([refused.code, refused.name, refused.message]).toEqual([
      '1014',
      'requestIdExpired',
      expect.stringContaining('Check the date'),
    ]);
    expect(await keptOf(requestId)).toBe(0);
  }
});

test('the database refuses to delete responses from the last 400 days', async () => {
  const forget = (days: number) =>
    sql`delete from idempotency_keys
      where made_at > (select max(made_at) from idempotency_keys)
        - make_interval(days => ${days})`.execute(app.db);
  for (const days of [1, 300]) await expect(forget(days)).rejects.toThrow('kept for 400 days');
});

/** Calls that can be repeated without sending the password again. */
const withoutPassword: readonly AnyCall[] = [loanApply, walletAdd, refundApply];

function identityOf(call: AnyCall, input: unknown): unknown {
  if (!withoutPassword.includes(call)) return input;
  const { password, ...identity } = input as { password?: string };
  return identity;
}

const writes = app.app.served.filter(({ call }) => call.kind === 'write');

slow('every write refuses a request id that was used for another call or input', async () => {
  const { client, life } = await app.person();
  const borrowerId = await gidOf({ client });
  const nobodys = newId(app.clocks.wall());
  const inputs = requestsOf({
    phone: life.phone,
    amountCentavos: 6_000_000,
    walletId: nobodys,
    nobodys,
  });
  const at = app.clocks.wall();
  const answers: Record<string, string[]> = {};
  for (const [nth, served] of writes.entries()) {
    const { call } = served;
    const scope =
      call.who === 'borrower' ? scopeOfBorrower(borrowerId) : scopeOfDevice(client.deviceId);
    const input = inputs.get(call) ?? {};
    const parsed = v.parse(call.request, input);
    const inputHash = hashOfInput({ app: app.context }, identityOf(call, parsed));
    const pathAfter = (places: number) => writes[(nth + places) % writes.length]?.call.path ?? '';
    const rows = [
      [call.path, inputHash],
      [call.path, randomBytes(32)],
      [pathAfter(1), inputHash],
      [pathAfter(Math.floor(writes.length / 2)), inputHash],
    ] as const;
    const names: string[] = [];
    for (const [path, input_hash] of rows) {
      const request_id = newId(at);
      const answer = { code: codes.coolingOffClosed, ids: '{}', made_at: at };
      await app.db
        .insertInto('idempotency_keys')
        .values({ scope, request_id, call: path, input_hash, ...answer })
        .execute();
      names.push((await client.ask(call as never, input as never, request_id)).name);
    }
    answers[call.path] = names;
  }
  // The first response proves that the hash planted by the test matches the call's input.
  const expected = ['coolingOffClosed', 'requestIdReused', 'requestIdReused', 'requestIdReused'];
  expect(answers).toEqual(Object.fromEntries(writes.map(({ call }) => [call.path, expected])));
});
