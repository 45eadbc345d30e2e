// Which payouts are sent, which wait, and which are never resent.
import { billCancel } from '@sandali/contract/cancel.ts';
import { hourMs } from '@sandali/contract/day.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import type { Bank, PayoutAnswer } from '#/adapters/bank/port.ts';
import { workCtx } from '#/context/ctx.ts';
import { approveDue } from '#/loan/payout/approve.ts';
import { testOps } from '#/staff/testing.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { storeSetting } from '#/testing/settings.ts';
import { logPayoutAlarm, startPaused } from './payout.ts';
import { payoutSteps } from './testing.ts';

const app = await testApp();
const ops = testOps(app.context);
const { signed, payoutOf, loanState, until, later, promises } = payoutSteps(app);

async function set(name: string, value: unknown): Promise<void> {
  await app.db
    .transaction()
    .execute((tx) => storeSetting(tx, name, value, 'test', app.clocks.wall()));
  app.context.settings.forget();
}
const alarms = async () =>
  ((await (await ops.listener.request('/alarms')).json()) as { alarms: Record<string, number> })
    .alarms;
const linesOf = (payoutId: string) => app.bank.settlementLinesOf(payoutId).map((line) => line.kind);
/** Returns the number of orders at the bank with a payout's reference. */
async function ordersOf(payoutId: string): Promise<number> {
  const { body } = await app.bank.call('/control/payouts');
  return (body as unknown as { payouts: { reference: string }[] }).payouts.filter(
    (order) => order.reference === payoutId,
  ).length;
}

slow.each([
  ['payouts are', 'payoutsOn', false, true],
  ['their gateway is', 'gatewaysOff', ['bank.sandbox'], []],
])('does not send a payout while %s off', async (_, name, off, on) => {
  const { loanId } = await signed('7701');
  await approveDue(workCtx(app.context));
  await set(name, off);
  for (let hour = 0; hour < 5; hour++) await later(hourMs);
  expect(await payoutOf(loanId)).toMatchObject({ state: 'ready', attempts: 0 });
  expect(await ordersOf((await payoutOf(loanId)).id)).toBe(0);
  await set(name, on);
  await later(0);
  expect((await payoutOf(loanId)).attempts).toBe(1);
  await until(loanId, 'paid');
});

test('keeps an approved loan waiting while its gateway is switched off', async () => {
  const { loanId } = await signed('7702');
  await set('gatewaysOff', ['bank.sandbox']);
  await later(0);
  expect((await loanState(loanId)).state).toBe('approving');
  await set('gatewaysOff', []);
  await until(loanId, 'paid');
});

test('does not send a claimed payout once payouts are switched off', async () => {
  const { loanId } = await signed('7707');
  await approveDue(workCtx(app.context));
  const { bank } = app.context;
  const { id } = await payoutOf(loanId);
  const balance = async () => {
    await set('payoutsOn', false);
    return await bank.balance();
  };
  const slow: Bank = { ...bank, balance };
  const server = await app.another({ bank: slow, earlierBanks: [] });
  await server.app.steps
    .find(({ name }) => name === 'payouts')
    ?.run(workCtx({ ...server.context, settings: app.context.settings }));
  expect(await payoutOf(loanId)).toMatchObject({ state: 'ready', attempts: 1, sent_at: null });
  expect(await ordersOf(id)).toBe(0);
  await set('payoutsOn', true);
  await until(loanId, 'paid');
});

slow('holds a payout until the float covers it, and raises one alarm', async () => {
  await app.bank.call('/control/behave', { floatCentavos: 1_000 });
  const { loanId } = await signed('7703');
  await later(0);
  expect(await payoutOf(loanId)).toMatchObject({
    state: 'ready',
    waits_for: 'float',
    sent_at: null,
  });
  expect((await loanState(loanId)).state).toBe('paying');
  expect((await alarms()).payoutsWaitingForFloat).toBe(1);
  await logPayoutAlarm(workCtx(app.context));
  await logPayoutAlarm(workCtx(app.context));
  const warnings = app.logLines.filter((line) => line.includes('1 waiting for the float'));
  expect(warnings).toHaveLength(1);
  await later(10 * 60_000);
  expect(await payoutOf(loanId)).toMatchObject({ state: 'ready', waits_for: 'float' });
  await app.bank.call('/control/behave', { floatCentavos: null });
  await later(31_000);
  const { id } = await until(loanId, 'paid');
  expect(linesOf(id)).toEqual(['payoutPaid']);
  expect((await alarms()).payoutsWaitingForFloat).toBe(0);
});

slow('resends an order with the same reference after the float was too small', async () => {
  for (const isDeduplicating of [true, false]) {
    promises(isDeduplicating);
    const { loanId } = await signed('0014');
    await later(0);
    expect(await payoutOf(loanId)).toMatchObject({ state: 'sent', waits_for: 'float' });
    await later(31_000);
    const { id, waits_for } = await until(loanId, 'paid');
    expect([waits_for, linesOf(id), await ordersOf(id)]).toEqual([null, ['payoutPaid'], 1]);
  }
  promises(true);
});

slow('never resends an unanswered order if the gateway does not deduplicate', async () => {
  promises(false);
  await app.bank.call('/control/behave', { hiddenMs: 120_000 });
  const { loanId } = await signed('0011');
  await later(0);
  const { id } = await payoutOf(loanId);
  await later(60_000);
  expect((await payoutOf(loanId)).state).toBe('unknown');
  await until(loanId, 'paid');
  expect([linesOf(id), await ordersOf(id)]).toEqual([['payoutPaid'], 1]);

  const { loanId: busyId } = await signed('0010');
  for (let look = 0; look < 20; look++) await later(600_000);
  expect(await payoutOf(busyId)).toMatchObject({ state: 'unknown' });
  expect(await ordersOf((await payoutOf(busyId)).id)).toBe(0);
  expect((await alarms()).payoutsUnknown).toBe(1);
  promises(true);
  await later(600_000);
  await until(busyId, 'paid');
});

test('does not resend a payout that was sent before a restore', async () => {
  promises(false);
  const { loanId } = await signed('7704');
  await approveDue(workCtx(app.context));
  const { id, amount_centavos } = await payoutOf(loanId);
  await app.bank.order(id, '1000007704', { amountCentavos: Number(amount_centavos) });
  await until(loanId, 'paid');
  promises(true);
  expect([linesOf(id), (await loanState(loanId)).state]).toEqual([['payoutPaid'], 'success']);
});

test('fails a loan whose account was removed, and releases its limit', async () => {
  const { loanId, accountId } = await signed('7705');
  // This bypasses a check in the database, which refuses to remove an account that an active loan
  // uses.
  const client = await app.owner.pool.connect();
  await client.query('begin');
  await client.query("set local session_replication_role = 'replica'");
  await client.query(
    'update payout_accounts set removed_at = $1, is_default = false where id = $2',
    [app.clocks.now().toString(), accountId],
  );
  await client.query('commit');
  client.release();
  await later(0);
  expect(await loanState(loanId)).toEqual({ state: 'failed', failure: 'accountMissing' });
  expect(
    await app.db.selectFrom('payouts').select('id').where('subject_id', '=', loanId).execute(),
  ).toEqual([]);
  const { borrower_id } = await app.db
    .selectFrom('loans')
    .select('borrower_id')
    .where('id', '=', loanId)
    .executeTakeFirstOrThrow();
  const line = await app.db
    .selectFrom('credit_lines')
    .selectAll()
    .where('borrower_id', '=', borrower_id)
    .executeTakeFirstOrThrow();
  expect([line.reserved_centavos, line.used_centavos]).toEqual([0n, 0n]);
});

slow.each<[string, PayoutAnswer, string]>([
  [
    'leaves a payout open after a refused resend if the first order had no response',
    { outcome: 'unknown', reason: 'no answer in time' },
    'unknown',
  ],
  [
    'fails a payout after a refused resend if the first order was not accepted',
    { outcome: 'notTaken', reason: 'insufficientBalance' },
    'failed',
  ],
])('%s', async (_, first, state) => {
  const { loanId } = await signed('7706');
  await approveDue(workCtx(app.context));
  const { id, amount_centavos } = await payoutOf(loanId);
  const answers: PayoutAnswer[] = [first, { outcome: 'refused', reason: 'bankNotPaid' }];
  const bank: Bank = {
    ...app.context.bank,
    findPayout: async () => ({ found: false }),
    sendPayout: async () => answers.shift() ?? { outcome: 'unknown', reason: 'no answer in time' },
  };
  const server = await app.another({ bank, earlierBanks: [] });
  const look = async () =>
    await server.app.steps.find(({ name }) => name === 'payouts')?.run(workCtx(server.context));
  await look();
  app.clocks.addMs(31_000);
  await look();
  expect([answers, (await payoutOf(loanId)).state]).toEqual([[], state]);
  if (state === 'failed') return;
  await app.bank.order(id, '1000007706', { amountCentavos: Number(amount_centavos) });
  await until(loanId, 'paid');
  expect((await loanState(loanId)).state).toBe('success');
});

const anotherClaim = async (_: Person, loanId: string) =>
  void (await app.db
    .updateTable('payouts')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('subject_id', '=', loanId)
    .execute());
const cancel = async ({ client }: Person, loanId: string) =>
  void (await client.must(billCancel, { loanId }));
const failOver = async () =>
  void (await app.db
    .updateTable('database_cluster')
    .set((eb) => ({ name: eb('name', '||', ' moved') }))
    .execute());

slow.each([
  ['another worker has claimed it', anotherClaim, '7709'],
  ['the borrower has cancelled', cancel, '7710'],
  ['the database has failed over', failOver, '7711'],
] as const)('sends no payout if %s just before', async (_, happens, number) => {
  await startPaused(app.context);
  const { anna, loanId } = await signed(number);
  await approveDue(workCtx(app.context));
  const { bank } = app.context;
  const { id } = await payoutOf(loanId);
  const failures: string[] = [];
  // The lookup is the last call before the order.
  const findPayout: Bank['findPayout'] = async (reference) => {
    await happens(anna, loanId);
    return await bank.findPayout(reference);
  };
  const slow: Bank = { ...bank, deduplicatesForMs: 0, findPayout };
  const log = { ...app.context.log, error: (words: string) => void failures.push(words) };
  const server = await app.another({ bank: slow, earlierBanks: [] });
  await server.app.steps
    .find(({ name }) => name === 'payouts')
    ?.run(workCtx({ ...server.context, log }));
  expect([failures, (await payoutOf(loanId)).sent_at, await ordersOf(id)]).toEqual([[], null, 0]);
});
