// Breaks: a gateway contradicts a settled payout. If the gateway does not resolve a break, two
// members of staff do.

import { centavos } from '@sandali/contract/money.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { companyAccount } from '#/ledger/chart.ts';
import { balanceOf } from '#/ledger/ledger.ts';
import { lockForPayout, payoutMoved } from '#/loan/payout/payout-result.ts';
import { testOps } from '#/staff/testing.ts';
import { gidOf, testApp } from '#/testing/app.ts';
import { hint, settlementBreaks } from '#/testing/money.ts';
import type { PayoutStep } from './rules.ts';
import { settlePayout } from './settle.ts';
import { settleByReport } from './settle-by-report.ts';
import { payoutSteps } from './testing.ts';

const app = await testApp();
const ops = testOps(app.context);
const [ana, ben] = [await ops.careful('finance'), await ops.careful('finance')];
const { signed, payoutOf, loanState, until, later, promises } = payoutSteps(app);
const handler = { lock: lockForPayout, settled: payoutMoved };
const handlers = { loan: handler, refund: handler };
const reason = { reason: 'letter of the bank, ticket 812' };

const alarms = async () =>
  ((await (await ops.listener.request('/alarms')).json()) as { alarms: Record<string, number> })
    .alarms;
const breaksOf = (payoutId: string) =>
  app.db.selectFrom('payout_exceptions').selectAll().where('payout_id', '=', payoutId).execute();
const listed = async () =>
  ((await ana.ask('payout list')).data.payouts as { id: string; breaks: string[] }[]).map(
    (payout) => [payout.id, payout.breaks],
  );
const rowsOf = async (subject: string) => {
  const rows = await app.db
    .selectFrom('audit_log')
    .select(['act', 'detail'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute();
  return rows.map(({ act, detail }) => [act, detail]);
};
const contested = async () => {
  const row = await app.db
    .selectFrom('ledger_accounts')
    .select('balance_centavos')
    .where('kind', '=', 'payout.contested')
    .executeTakeFirst();
  return Number(row?.balance_centavos ?? 0);
};
/** Runs the worker until the expectation is met, because the simulated bank runs on wall time. */
const soon = (look: () => Promise<void>) =>
  vi.waitFor(
    async () => {
      await later(5_000);
      await look();
    },
    { timeout: 10_000, interval: 50 },
  );
const hear = async (payoutId: string, next: PayoutStep) =>
  await settlePayout(workCtx(app.context), handlers, payoutId, next, null);

slow('keeps a break open until money that was paid out after a failure is returned', async () => {
  const { anna, loanId } = await signed('0013');
  const { id, amount_centavos } = await until(loanId, 'failed');
  const whereItIs = async () => {
    const { data } = await ana.ask('person standing', { person: await gidOf(anna) }, reason);
    return (data.payout as { where: string }).where;
  };
  expect(await whereItIs()).toMatch(/^Failed 20.* The money did not leave\.$/);
  expect(await loanState(loanId)).toEqual({ state: 'failed', failure: 'accountNotFound' });
  await app.addDays(1);
  await soon(async () => expect(await breaksOf(id)).toHaveLength(1));
  expect(await breaksOf(id)).toMatchObject([
    { kind: 'paidAfterEnd', amount_centavos, ended_at: null, gateway_id: expect.any(String) },
  ]);
  expect((await payoutOf(loanId)).state).toBe('failed');
  expect((await loanState(loanId)).state).toBe('failed');
  expect([(await alarms()).payoutBreaks, await listed(), await contested()]).toEqual([
    1,
    [[id, ['paidAfterEnd']]],
    Number(amount_centavos),
  ]);
  expect((await ana.ask('today')).data.rows).toContainEqual(
    expect.objectContaining({ what: 'payouts that are stuck', count: 1 }),
  );
  expect(await whereItIs()).toMatch(/^Ended as failed, but the gateway paid it after all 20/);
  expect(await rowsOf(id)).toMatchObject([
    ['payoutBreak', { kind: 'paidAfterEnd', was: 'failed' }],
  ]);
  expect(app.logLines.some((line) => line.includes('a gateway contradicts a settled payout'))).toBe(
    true,
  );
  expect(await settlementBreaks(app)).toEqual([]);
  // A repeated report does not create a second break.
  await hear(id, { to: 'paid', paidAt: app.clocks.now(), gatewayId: 'po_1', withdrawalCode: null });
  expect(await breaksOf(id)).toHaveLength(1);

  await app.bank.call('/control/reverse', { reference: id });
  await soon(async () => expect((await breaksOf(id))[0]?.ended_as).toBe('returned'));
  expect([(await alarms()).payoutBreaks, await listed(), await contested()]).toEqual([0, [], 0]);
  expect((await rowsOf(id)).at(-1)).toMatchObject([
    'payoutBreakEnded',
    { kind: 'paidAfterEnd', as: 'returned' },
  ]);
  expect(await settlementBreaks(app)).toEqual([]);
});

slow('closes a break if two people confirm that its money was returned', async () => {
  const { loanId } = await signed('0001');
  const { id, amount_centavos } = await until(loanId, 'failed');
  await hear(id, { to: 'paid', paidAt: app.clocks.now(), gatewayId: 'po_1', withdrawalCode: null });
  expect((await ana.ask('payout resolve', { id, outcome: 'failed' }, reason)).wrong).toMatch(
    'Settle it as returned',
  );
  expect((await ana.ask('payout resolve', { id, outcome: 'returned' }, reason)).data).toMatchObject(
    {
      payout: { outcome: 'proposed' },
    },
  );
  expect(await contested()).toBe(Number(amount_centavos));
  expect((await ana.ask('payout resolve', { id, outcome: 'returned' }, reason)).wrong).toMatch(
    'Ask another person to confirm',
  );
  expect((await ben.ask('payout resolve', { id, outcome: 'returned' }, reason)).data).toMatchObject(
    {
      payout: { outcome: 'settled' },
    },
  );
  expect([await contested(), (await breaksOf(id))[0]?.ended_as, await listed()]).toEqual([
    0,
    'returned',
    [],
  ]);
  const { entries } = (await ana.ask('ledger find', { reference: id })).data as {
    entries: { id: string; kind: string }[];
  };
  const stories = await Promise.all(
    entries.map(async (entry) => (await ana.ask('ledger entry', { id: entry.id })).data.entry),
  );
  expect(stories).toMatchObject([
    {
      kind: 'payout.contestedReturned',
      decisions: [{ proposedBy: ana.name, confirmedBy: ben.name }],
    },
    { kind: 'payout.contested', decisions: [], reversedBy: entries[0]?.id },
  ]);
});

slow('does not reopen a closed break when its reports are repeated', async () => {
  const { loanId } = await signed('0013');
  const { id } = await until(loanId, 'failed');
  await app.addDays(1);
  await soon(async () => expect(await breaksOf(id)).toHaveLength(1));
  for (const staff of [ana, ben])
    expect((await staff.ask('payout resolve', { id, outcome: 'returned' }, reason)).status).toBe(
      200,
    );
  const closed = [0, ['returned'], []];
  const known = async () => [
    await contested(),
    (await breaksOf(id)).map((row) => row.ended_as),
    await listed(),
  ];
  expect(await known()).toEqual(closed);
  await hint(app, 'payout.paid', id);
  await later(5_000);
  expect(await known()).toEqual(closed);
  expect(await settleByReport(workCtx(app.context), handlers)).toBe(0);
  await hear(id, { to: 'paid', paidAt: app.clocks.now(), gatewayId: 'po_1', withdrawalCode: null });
  expect(await known()).toEqual(closed);
  // A later report of the return changes nothing either.
  await app.bank.call('/control/reverse', { reference: id });
  await later(5_000);
  expect(await settleByReport(workCtx(app.context), handlers)).toBe(0);
  expect(await known()).toEqual(closed);
});

slow('writes off unreturned money, and still books a later return', async () => {
  const { loanId } = await signed('0001');
  const { id } = await until(loanId, 'failed');
  const paid = {
    to: 'paid',
    paidAt: app.clocks.now(),
    gatewayId: 'po_1',
    withdrawalCode: null,
  } as const;
  await hear(id, paid);
  const lost = async () => Number(await balanceOf(app.db, companyAccount('loss.payouts')));
  const amount = await contested();
  await expect(
    sql`update payout_exceptions set ended_at = ${app.clocks.now()}, ended_as = 'writtenOff' where payout_id = ${id}`.execute(
      app.db,
    ),
  ).rejects.toThrow('writing off a contested payout needs two people');
  expect(
    (await ana.ask('payout resolve', { id, outcome: 'writtenOff' }, reason)).data,
  ).toMatchObject({
    payout: { outcome: 'proposed' },
  });
  expect((await ana.ask('payout resolve', { id, outcome: 'writtenOff' }, reason)).wrong).toMatch(
    'Ask another person to confirm',
  );
  expect(
    (await ben.ask('payout resolve', { id, outcome: 'writtenOff' }, reason)).data,
  ).toMatchObject({
    payout: { outcome: 'settled' },
  });
  expect([
    await contested(),
    await lost(),
    (await breaksOf(id))[0]?.ended_as,
    await listed(),
  ]).toEqual([0, amount, 'writtenOff', []]);
  await expect(
    sql`update payout_exceptions set ended_at = null, ended_as = null where payout_id = ${id}`.execute(
      app.db,
    ),
  ).rejects.toThrow('a break of a payout can end only once');
  await hear(id, paid);
  expect([await contested(), await listed()]).toEqual([0, []]);
  for (let round = 0; round < 2; round++)
    await hear(id, { to: 'reversed', paidAt: paid.paidAt, gatewayId: 'po_1', failure: null });
  expect([await contested(), await lost(), (await breaksOf(id))[0]?.ended_as]).toEqual([
    0,
    0,
    'returned',
  ]);
  expect((await ana.ask('payout resolve', { id, outcome: 'writtenOff' }, reason)).wrong).toMatch(
    'nothing is left to settle',
  );
});

slow('moves no money if a gateway reports a failure after it paid the payout', async () => {
  const { loanId } = await signed('7801');
  const { id, paid_at } = await until(loanId, 'paid');
  const failed = { to: 'failed', failure: 'accountClosed', gatewayId: 'po_1' } as const;
  await hear(id, failed);
  expect([(await payoutOf(loanId)).state, await listed()]).toEqual([
    'paid',
    [[id, ['failedAfterPaid']]],
  ]);
  await hear(id, {
    to: 'paid',
    paidAt: paid_at as Temporal.Instant,
    gatewayId: 'po_1',
    withdrawalCode: null,
  });
  expect([(await breaksOf(id))[0]?.ended_as, await listed()]).toEqual(['confirmed', []]);
  await hear(id, failed);
  for (const staff of [ana, ben])
    expect((await staff.ask('payout resolve', { id, outcome: 'failed' }, reason)).status).toBe(200);
  expect(await payoutOf(loanId)).toMatchObject({ state: 'reversed', settled_by: 'people' });
  expect([(await loanState(loanId)).state, await listed()]).toEqual(['reversed', []]);
});

test('lists a break for a wrong amount until the gateway reports the correct amount', async () => {
  promises(false);
  const { loanId } = await signed('0010');
  await until(loanId, 'unknown');
  const { id } = await payoutOf(loanId);
  await hear(id, {
    to: 'otherAmount',
    amountCentavos: centavos(1),
    gatewayId: 'po_2',
    paidAt: null,
  });
  expect([(await payoutOf(loanId)).state, await listed()]).toEqual([
    'unknown',
    [[id, ['otherAmount']]],
  ]);
  promises(true);
  await until(loanId, 'paid');
  expect(await breaksOf(id)).toMatchObject([
    { kind: 'otherAmount', amount_centavos: 1n, ended_as: 'corrected' },
  ]);
});

test('the database allows a break to be closed once, and refuses any other change', async () => {
  const { loanId } = await signed('7802');
  const { id } = await until(loanId, 'paid');
  await hear(id, { to: 'failed', failure: 'accountClosed', gatewayId: null });
  const change = (set: object) =>
    app.db.updateTable('payout_exceptions').set(set).where('payout_id', '=', id).execute();
  await expect(change({ amount_centavos: 1n })).rejects.toThrow('permission denied');
  await change({ ended_at: app.clocks.now(), ended_as: 'confirmed' });
  await expect(change({ ended_as: 'corrected' })).rejects.toThrow('end only once');
});
