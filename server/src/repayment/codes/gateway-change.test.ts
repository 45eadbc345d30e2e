// After a change of gateway, payments at the former gateway are still booked, and its settlement
// reports are still read.
import { repaymentApply, repaymentStatus } from '@sandali/contract/repayment.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { openInsideBank } from '@sandali/simulators/testing.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { logPayoutAlarm } from '#/payout/payout.ts';
import { newId, newIdFor } from '#/platform/random.ts';
import { reconcileDays, settlementReportAlarm } from '#/reconciliation/reconciliation.ts';
import { daySums } from '#/reconciliation/store.ts';
import { codeOfPayment, existsReceipt } from '#/repayment/store.ts';
import { testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import { portOf, type Server, timeOf } from '#/testing/server.ts';

const app = await testApp();
const { debtor, codeFor, pay, receiptsOf, billRow } = moneySteps(app);
const other = openInsideBank({
  now: () => ({ wall: app.clocks.wall(), business: app.clocks.now() }),
  deliver: async () => new Response(null, { status: 200 }),
});
afterAll(() => other.close());
const otherPort = portOf(other, 'other');
const forgetful = await app.another({ bank: otherPort, earlierBanks: [] });
const moved = await app.another({ bank: otherPort, earlierBanks: [portOf(app.bank)] });
const ops = testOps(moved.context);

async function sendEvent(server: Server, paymentId: string): Promise<number> {
  const body = JSON.stringify({
    id: newId(app.clocks.wall()),
    event: 'payment.received',
    created: app.clocks.wall().toString(),
    data: { paymentId },
  });
  const headers = {
    'content-type': 'application/json',
    'content-length': String(body.length),
    'x-callback-token': app.bank.token,
  };
  const answer = await server.app.hooks.fetch(
    new Request('http://localhost/hooks/sandbox', { method: 'POST', headers, body }),
  );
  return answer.status;
}

async function worksOn(server: Server): Promise<void> {
  const { work } = timeOf(server, {
    ...app.setup,
    bank: { ...app.bank, settle: () => other.settle() },
  });
  app.clocks.addMs(700_000);
  await work();
}

slow('books a payment at a former gateway once, under that gateway’s name', async () => {
  const { anna, loanId } = await debtor();
  const { code } = await codeFor(anna, loanId, 100_000);
  const payment = await pay(code);
  expect([await sendEvent(forgetful, payment), await sendEvent(moved, payment)]).toEqual([
    404, 200,
  ]);
  // A server that is not configured for the former gateway stores the webhook but does not fetch
  // the payment.
  await worksOn(forgetful);
  expect(await receiptsOf(payment)).toEqual([]);
  await logPayoutAlarm(workCtx(forgetful.context));
  expect(
    forgetful.logLines.some((line) =>
      line.includes('1 at gateways that this server does not know'),
    ),
  ).toBe(true);
  for (let round = 0; round < 45; round++) await worksOn(forgetful);
  await worksOn(moved);
  expect(await receiptsOf(payment)).toMatchObject([
    { gateway: 'sandbox', amount_centavos: 100_000n, borrower_id: expect.any(String) },
  ]);
  // Payments at different gateways may have the same id.
  expect([
    await existsReceipt(app.db, 'sandbox', payment),
    await existsReceipt(app.db, 'other', payment),
  ]).toEqual([true, false]);
});

slow('matches a payment only to codes of its own gateway', async () => {
  const [anna, ben] = [await debtor(), await debtor()];
  const { repaymentId, code } = await codeFor(anna.anna, anna.loanId, 100_000);
  const { borrower_id: bens } = await billRow(ben.loanId);
  const id = newIdFor(bens, app.clocks.wall());
  const own = JSON.stringify({ id, borrower_id: bens, loan_id: ben.loanId, gateway: 'other' });
  await app.owner.pool.query(
    'insert into repayment_codes select (jsonb_populate_record(c, $1)).* from repayment_codes c where id = $2',
    [own, repaymentId],
  );
  const { gateway_id } = await app.db
    .selectFrom('repayment_codes')
    .select('gateway_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const findId = async (gateway: string, codeReference: string | null, typed: string) =>
    (await codeOfPayment(app.db, gateway, { codeReference, code: typed }))?.id;
  for (const typed of [code, gateway_id ?? ''])
    expect([await findId('sandbox', null, typed), await findId('other', null, typed)]).toEqual([
      repaymentId,
      id,
    ]);
  expect(await findId('other', repaymentId, 'none')).toBeUndefined();
});

test('a code requested at a former gateway is issued by that gateway or refused', async () => {
  const { anna, loanId } = await debtor();
  const ask = async () =>
    (
      await anna.client.must(repaymentApply, {
        loanId,
        channel: 'sevenEleven',
        amountCentavos: 100_000,
      })
    ).repaymentId;
  const state = async (repaymentId: Awaited<ReturnType<typeof ask>>) =>
    await anna.client.must(repaymentStatus, { repaymentId });
  const first = await ask();
  await worksOn(moved);
  const row = app.db
    .selectFrom('repayment_codes')
    .select(['gateway', 'code'])
    .where('id', '=', first);
  expect(await row.executeTakeFirst()).toEqual({ gateway: 'sandbox', code: expect.any(String) });
  const { body } = await app.bank.call('/control/codes');
  expect(body.codes.map(({ reference }) => reference)).toContain(first);
  await expect(
    sql`update repayment_codes set gateway = 'other' where id = ${first}`.execute(app.db),
  ).rejects.toThrow('permission denied');
  const second = await ask();
  await worksOn(forgetful);
  expect((await state(second)).state).toBe('refused');
});

test('queries a wallet payment’s progress at the gateway that issued the link', async () => {
  const { anna, loanId } = await debtor();
  const { repaymentId } = await anna.client.must(repaymentApply, {
    loanId,
    channel: 'gcash',
    amountCentavos: 100_000,
  });
  const code = await app.until(
    'a code',
    async () => (await anna.client.must(repaymentStatus, { repaymentId })).code,
  );
  await app.bank.call('/control/checkout', { code, isYes: false });
  const progress = async () =>
    (
      await app.db
        .selectFrom('repayment_codes')
        .select('progress')
        .where('id', '=', repaymentId)
        .executeTakeFirstOrThrow()
    ).progress;
  await worksOn(forgetful);
  expect(await progress()).toBeNull();
  await worksOn(moved);
  expect(await progress()).toBe('declined');
});

slow('reads the settlement reports of every configured gateway', async () => {
  await debtor();
  const day = app.today();
  await app.addDays(1);
  await reconcileDays(workCtx(app.context));
  // The report of the former gateway's last day is read after the change.
  const { anna, loanId } = await debtor();
  const last = app.today();
  await app.addDays(3);
  const alarm = async (server: Server) =>
    await settlementReportAlarm(server.context, app.db, app.clocks.now());
  expect(await alarm(forgetful)).toContain(
    `the settlement report of ${last} from sandbox, which this server does not know, is not read`,
  );
  expect(await alarm(moved)).toBe(`the settlement report of ${last} from sandbox is not read`);
  await reconcileDays(workCtx(moved.context));
  expect(await alarm(moved)).toBe('ok');
  expect(await alarm(forgetful)).toBe('ok');
  for (const date of [day, last]) {
    const { booksCentavos, bankCentavos, explainedCentavos } = await daySums(
      app.db,
      'sandbox',
      date,
    );
    expect([booksCentavos - bankCentavos, booksCentavos < 0n, explainedCentavos]).toEqual([
      0n,
      true,
      0n,
    ]);
    expect(await daySums(app.db, 'other', date)).toMatchObject({
      booksCentavos: 0n,
      bankCentavos: 0n,
      openBreaks: 0,
    });
  }
  // No webhook reports this payment at the former gateway. Only the settlement report lists it.
  const { code } = await codeFor(anna, loanId, 120_000);
  const payment = await pay(code);
  await app.addDays(2);
  await reconcileDays(workCtx(moved.context));
  await worksOn(moved);
  expect(await receiptsOf(payment)).toMatchObject([
    { gateway: 'sandbox', amount_centavos: 120_000n },
  ]);
  const ana = await ops.person('finance');
  expect(await ana.ask('reconcile day', { gateway: 'paper' })).toMatchObject({
    status: 422,
    wrong: expect.stringMatching(/does not know paper, only other, sandbox/),
  });
  expect((await ana.ask('reconcile day', { gateway: 'sandbox' })).data).toMatchObject({
    isRead: true,
    unexplainedCentavos: 0,
  });
});
