// Tests that a write does nothing if its session ends while it waits for the borrower's lock.
import { userInfo } from '@sandali/contract/account.ts';
import type { AnyCall } from '@sandali/contract/call.ts';
import { walletAdd } from '@sandali/contract/payoutAccounts.ts';
import { consentWithdraw } from '@sandali/contract/privacy.ts';
import { reminderSave } from '@sandali/contract/reminder.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { lockBorrower } from '#/account/account.ts';
import { endSession, tokenHashOf } from '#/account/login/session.ts';
import { inTx } from '#/db/database.ts';
import { newId } from '#/platform/random.ts';
import { dumpOf } from '#/privacy/testing.ts';
import { gidOf, testApp } from '#/testing/app.ts';
import { requestsOf } from '#/testing/good-requests.ts';

const app = await testApp({ isCrowded: true, checksBooks: 'atEnd' });
const nobodys = newId(app.clocks.wall());

const anna = await app.person({ withCredit: true });
const borrowerId = await gidOf(anna);

/** Returns the number of connections that wait for a lock. */
async function lockWaiters(): Promise<number> {
  const { rows } = await sql<{
    waiters: number;
  }>`select count(*)::int as waiters from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.owner.db);
  return rows[0]?.waiters ?? 0;
}

/** Returns the contents of the database, except sessions and rate limits. */
async function state(): Promise<Map<string, string>> {
  const dump = await dumpOf(app.owner, app.context.sealer);
  for (const name of ['sessions', 'rate_limits']) dump.delete(name);
  return dump;
}

/**
 * Ends Anna's session while the write waits for her lock, then reopens the session.
 * @returns the name of the write's response
 */
async function whileEnding(write: () => Promise<{ name: string }>): Promise<string> {
  const tokenHash = tokenHashOf(anna.client.token);
  const answer = await inTx(app.db, async (tx) => {
    await lockBorrower(tx, borrowerId);
    const waiting = write();
    await expect.poll(lockWaiters, { interval: 5 }).toBe(1);
    await endSession(tx, tokenHash, app.clocks.wall());
    return { waiting };
  });
  const { name } = await answer.waiting;
  await app.owner.db
    .updateTable('sessions')
    .set({ ended_at: null })
    .where('token_hash', '=', tokenHash)
    .execute();
  return name;
}

const writes = app.app.served
  .filter(({ call }) => call.kind === 'write' && call.who === 'borrower')
  .map(({ call }) => call);

const requests = requestsOf({
  phone: '+639175558001',
  amountCentavos: 6_000_000,
  walletId: nobodys,
  nobodys,
});
requests.set(consentWithdraw as never, { kind: 'facebookPage' });
const before = await state();

test.each(writes.map((call) => [call.path, call] as const))(
  '%s waits for the lock and then changes nothing',
  async (_path, call: AnyCall) => {
    expect(
      await whileEnding(() => anna.client.ask(call as never, (requests.get(call) ?? {}) as never)),
    ).toBe('sessionInvalid');
  },
);

slow('writes change nothing if their session has ended', async () =>
  expect(await state()).toEqual(before),
);

test('a request refused with sessionInvalid can succeed later under the same id', async () => {
  const requestId = newId(app.clocks.wall());
  const wallet = {
    walletId: 'maya',
    accountName: `${anna.life.firstName} ${anna.life.lastName}`,
    phone: anna.life.phone,
  };
  const add = () => anna.client.ask(walletAdd, wallet, requestId);
  expect(await whileEnding(add)).toBe('sessionInvalid');
  expect((await add()).name).toBe('success');
  expect((await add()).name).toBe('success');
});

test('runs at most four calls of a session at once, without delaying other sessions', async () => {
  const ben = await app.person();
  const rename = (nth: number) => anna.client.ask(reminderSave, { channel: 'sms', hour: 8 + nth });
  const pending = await inTx(app.db, async (tx) => {
    await lockBorrower(tx, borrowerId);
    const all = Array.from({ length: 10 }, (_, nth) => rename(nth));
    await expect.poll(lockWaiters, { interval: 5 }).toBe(4);
    expect((await ben.client.ask(userInfo, {})).name).toBe('success');
    expect(await lockWaiters()).toBe(4);
    return { all };
  });
  expect((await Promise.all(pending.all)).map(({ name }) => name)).toEqual(
    Array.from({ length: 10 }, () => 'success'),
  );
});
