// Support lists overdue bills, logs calls about them, and records promises to pay.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { billList } from '@sandali/contract/loan.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { remind } from '#/closing/reminders/remind.ts';
import { workCtx } from '#/context/ctx.ts';
import { billsOf } from '#/loan/bill.store.ts';
import { factsOf } from '#/loan/facts.ts';
import { newIdFor } from '#/platform/random.ts';
import { outbox } from '#/sandbox/store.ts';
import { testOps } from '#/staff/testing.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { extensionSteps } from '#/testing/extensions.ts';
import { moneySteps } from '#/testing/money.ts';
import { exportPersonalData } from './collections.ts';

const app = await testApp();
const money = moneySteps(app);
const { debtor, codeFor, pay, bookPayments, billRow } = money;
const { today, toDay, extend } = extensionSteps(app, money);
const ops = testOps(app.context);
const [sam, fin, ana] = [
  await ops.person('support'),
  await ops.careful('finance'),
  await ops.careful('finance'),
];
const reason = { reason: 'overdue, ticket 812' };
const peso = 100;
const detail = ({ client }: Person, loanId: string) =>
  client.must(billDetail, { loanId: loanId as never });
const dayAfter = (days: number) => today().add({ days }).toString();

/** Moves the clock to ten the next morning in Manila, when applications are reviewed. */
async function morning(): Promise<void> {
  const ten = app.clocks
    .now()
    .toZonedDateTimeISO('Asia/Manila')
    .add({ days: 1 })
    .withPlainTime('10:00')
    .toInstant();
  app.clocks.setNow(ten.toString());
  await app.addDays(0);
}

/** Creates a borrower with a loan of ₱60,000 for 8 days that is overdue by some days. */
async function overdue(days = 5) {
  const { anna, loanId } = await debtor(8);
  await toDay((await detail(anna, loanId)).bill.lastFreeDay, days);
  await app.work();
  const { bill } = await detail(anna, loanId);
  return { anna, loanId, reference: bill.referenceNo, due: bill.currentDue.owedCentavos };
}

const promise = (reference: string, ...parts: (readonly [string, number?])[]) =>
  sam.ask(
    'overdue promise',
    {
      reference,
      parts: parts.map(([on, amount]) => ({
        on,
        ...(amount === undefined ? {} : { amountCentavos: amount }),
      })),
    },
    reason,
  );

slow('lists overdue bills, longest overdue first, with masked phone numbers', async () => {
  const first = await overdue(9);
  const { anna, reference } = await overdue(2);
  const { bills, next } = (await sam.ask('overdue list')).data as {
    bills: { reference: string; phone: string; days: number }[];
    next: null;
  };
  expect([bills.map((bill) => bill.reference), next]).toEqual([[first.reference, reference], null]);
  expect(bills[1]).toMatchObject({
    days: 2,
    owedCentavos: 61_163_20,
    hadPromise: false,
    lastCall: null,
  });
  expect(bills[1]?.phone).toMatch(/^0\d{3} •••• \d{3}$/);
  expect(JSON.stringify(bills)).not.toContain(anna.life.phone.slice(-7));
  const { last_free_on } = await billRow(first.loanId);
  const after = { on: last_free_on.toString(), id: first.loanId };
  expect((await sam.ask('overdue list', { after })).data).toMatchObject({ bills: [{ reference }] });
  expect(
    (await ops.person('reviewer').then((reviewer) => reviewer.ask('overdue list'))).status,
  ).toBe(403);
  const onLastFreeDay = await overdue(0);
  const findsOnCallList = async () =>
    (await listed('overdue list')).bills.some((bill) => bill.reference === onLastFreeDay.reference);
  expect(await findsOnCallList()).toBe(false);
  await app.addDays(1);
  expect(await findsOnCallList()).toBe(true);
});

slow('logs only collection calls that the law allows', async () => {
  const { anna, loanId, reference } = await overdue();
  const call = (more: object, who = sam) =>
    who.ask('overdue call-log', { reference, outcome: 'noAnswer', ...more }, reason);
  expect((await call({ to: '0917 555 0142' })).wrong).toMatch('at their own number');
  expect((await call({ note: 'x'.repeat(501) })).status).toBe(422);
  expect((await call({}, fin)).status).toBe(403);
  expect((await call({ to: anna.life.phone, note: 'mailbox' })).data).toMatchObject({
    call: { leftToday: 2 },
  });
  expect(await ops.lastRow()).toMatchObject({
    who: sam.name,
    act: 'ops overdue call-log',
    detail: { loan: loanId, outcome: 'noAnswer' },
  });
  app.clocks.addMs(3_600_000);
  expect((await call({ outcome: 'reached' })).data).toMatchObject({ call: { leftToday: 1 } });
  expect((await call({})).wrong).toMatch('They were reached today');
  const { borrower_id } = await billRow(loanId);
  expect(await exportPersonalData(app.context, app.db, borrower_id)).toMatchObject({
    calls: [
      { outcome: 'noAnswer', note: 'mailbox' },
      { outcome: 'reached', note: null },
    ],
  });
  expect((await sam.ask('overdue list')).data.bills).toContainEqual(
    expect.objectContaining({
      reference,
      lastCall: expect.objectContaining({ outcome: 'reached' }),
    }),
  );
  const night = app.clocks
    .now()
    .toZonedDateTimeISO('Asia/Manila')
    .add({ days: 1 })
    .withPlainTime('05:59')
    .toInstant();
  app.clocks.setNow(night.toString());
  expect((await call({})).wrong).toMatch('Call only from 06:00 to 22:00');
  await morning();
});

test('the database refuses calls to other numbers, calls at night and a fourth a day', async () => {
  const { loanId } = await overdue();
  const { borrower_id } = await billRow(loanId);
  const { phone_hash: own } = await app.db
    .selectFrom('borrowers')
    .select('phone_hash')
    .where('id', '=', borrower_id)
    .executeTakeFirstOrThrow();
  const insert = (over: { hour?: number; to?: Buffer; number?: number }) => {
    const called = app.clocks
      .now()
      .toZonedDateTimeISO('Asia/Manila')
      .withPlainTime({ hour: over.hour ?? 10 });
    return app.db
      .insertInto('collection_calls')
      .values({
        id: newIdFor(borrower_id, app.clocks.now()),
        loan_id: loanId,
        borrower_id,
        called_at: called.toInstant(),
        called_on: called.toPlainDate(),
        number: over.number ?? 1,
        called_by: 'sam',
        to_hash: over.to ?? (own as Buffer),
        outcome: 'noAnswer',
      })
      .execute();
  };
  await expect(insert({ to: app.context.sealer.hash('phone', '+639175550142') })).rejects.toThrow(
    "only to the borrower's own number",
  );
  for (const hour of [5, 22])
    await expect(insert({ hour })).rejects.toThrow('at this hour is not allowed');
  await expect(insert({ number: 2 })).rejects.toThrow('without gaps');
  for (const number of [1, 2, 3]) await insert({ number });
  await expect(insert({ number: 4 })).rejects.toThrow('maximum number of calls');
  await expect(sql`delete from collection_calls`.execute(app.db)).rejects.toThrow();
});

slow('does not add a late charge while a promise in parts is kept', async () => {
  const { anna, loanId, reference, due } = await overdue();
  expect(due).toBe(61_468 * peso);
  const answer = await promise(reference, [dayAfter(10), 20_000 * peso], [dayAfter(20)]);
  expect(answer.data, answer.wrong).toEqual({
    promise: {
      reference,
      totalCentavos: 61_468 * peso,
      parts: [
        { on: dayAfter(10), amountCentavos: 20_000 * peso },
        { on: dayAfter(20), amountCentavos: 41_468 * peso },
      ],
    },
  });
  expect(await ops.lastRow()).toMatchObject({
    who: sam.name,
    act: 'ops overdue promise',
    detail: { loan: loanId },
  });
  await app.work();
  expect((await outbox(app.db, anna.life.phone)).map(({ text }) => text).join()).toContain(
    `your plan for loan ${reference} is set. Next: ₱20,000.00`,
  );
  const [first, second] = [dayAfter(10), dayAfter(20)];
  const { bill, granted, tomorrowCentavos } = await detail(anna, loanId);
  expect(bill).toMatchObject({
    state: 'overdue',
    currentDue: { owedCentavos: due },
    promised: { on: first, amountCentavos: 20_000 * peso },
  });
  expect(granted.promise).toEqual({
    madeOn: today().toString(),
    isKept: true,
    parts: [
      { on: first, amountCentavos: 20_000 * peso, paidCentavos: 0 },
      { on: second, amountCentavos: 41_468 * peso, paidCentavos: 0 },
    ],
  });
  expect(tomorrowCentavos).toBe(0);
  expect((await promise(reference, [dayAfter(5)])).wrong).toMatch('already has a promise');
  await toDay(first, -1);
  await remind(workCtx(app.context));
  await app.work();
  const texts = (await outbox(app.db, anna.life.phone)).map(({ text }) => text);
  expect(texts.filter((text) => text.includes('next part of your plan, ₱20,000.00'))).toHaveLength(
    1,
  );
  expect(texts.filter((text) => text.includes('your bill was due'))).toHaveLength(0);
  const { code } = await codeFor(anna, loanId, 20_000 * peso);
  await bookPayments(await pay(code));
  expect((await detail(anna, loanId)).bill).toMatchObject({
    currentDue: { owedCentavos: 41_468 * peso },
    promised: { on: second, amountCentavos: 41_468 * peso },
  });
  await toDay(second);
  expect((await anna.client.must(billList, {})).totalDue.owedCentavos).toBe(41_468 * peso);
  const { code: last } = await codeFor(anna, loanId);
  await bookPayments(await pay(last));
  expect((await detail(anna, loanId)).bill).toMatchObject({ state: 'repaid', promised: null });
});

const listed = async (command: 'overdue list' | 'overdue plans', input: object = {}) =>
  (await sam.ask(command, input)).data as {
    bills: { reference: string; nextPart: unknown }[];
    next: object | null;
  };
/** Returns whether a bill is on the call list, and whether it is on the list of kept plans. */
const listsOf = async (reference: string) => {
  const of = async (command: 'overdue list' | 'overdue plans') =>
    (await listed(command)).bills.some((bill) => bill.reference === reference);
  return { toCall: await of('overdue list'), kept: await of('overdue plans') };
};

slow('a promise to pay ends on the day after a missed part', async () => {
  const { anna, loanId, reference } = await overdue();
  expect(await listsOf(reference)).toEqual({ toCall: true, kept: false });
  await promise(reference, [dayAfter(3), 10_000 * peso], [dayAfter(9)]);
  // While a plan is kept, its bill is off the call list until the day after the next part is due.
  expect(await listsOf(reference)).toEqual({ toCall: false, kept: true });
  expect(
    (await listed('overdue plans')).bills.find((bill) => bill.reference === reference)?.nextPart,
  ).toEqual({ amountCentavos: 10_000 * peso, on: dayAfter(3) });
  await app.addDays(3);
  expect(await listsOf(reference)).toEqual({ toCall: false, kept: true });
  expect((await detail(anna, loanId)).tomorrowCentavos).toBe(101_60);
  await app.addDays(2);
  expect(await listsOf(reference)).toEqual({ toCall: true, kept: false });
  const { bill, granted } = await detail(anna, loanId);
  // Two days of late charges have accrued since the missed part was due.
  expect(bill).toMatchObject({
    currentDue: { owedCentavos: 61_468 * peso + 203_20 },
    promised: null,
  });
  expect(granted.promise?.isKept).toBe(false);
  expect((await sam.ask('overdue list')).data.bills).toContainEqual(
    expect.objectContaining({ reference, hadPromise: true }),
  );
  for (const _of of ['second', 'third', 'fourth']) {
    expect((await promise(reference, [dayAfter(5)])).status).toBe(200);
    await app.addDays(5);
    // The plan is kept until the end of the day on which its last part is due.
    expect(await listsOf(reference)).toEqual({ toCall: false, kept: true });
    await app.addDays(2);
  }
  expect((await promise(reference, [dayAfter(5)])).wrong).toMatch('at most 4 promises');
});

slow('the database view suspends late charges on the same days as the rules', async () => {
  const lives = [await overdue(), await overdue(3), await overdue(4), await overdue(5)];
  for (const { reference } of lives)
    expect((await promise(reference, [dayAfter(4), 20_000 * peso], [dayAfter(12)])).status).toBe(
      200,
    );
  const [kept, extended, lost, atOnce] = lives as [
    (typeof lives)[0],
    (typeof lives)[0],
    (typeof lives)[0],
    (typeof lives)[0],
  ];
  await extend(atOnce.anna, atOnce.loanId);
  await app.addDays(4);
  const { code } = await codeFor(kept.anna, kept.loanId, 20_000 * peso);
  await bookPayments(await pay(code));
  await app.addDays(1);
  await extend(extended.anna, extended.loanId);
  for (const staff of [fin, ana])
    expect((await staff.ask('bill write-off', { reference: lost.reference }, reason)).wrong).toBe(
      '',
    );
  const { rows } = await sql<{
    loan_id: string;
    from_on: string;
    to_on: string;
  }>`select loan_id, from_on::text, to_on::text from late_charge_suspensions`.execute(app.db);
  const all = await app.db.selectFrom('bills').select(['loan_id', 'borrower_id']).execute();
  let count = 0;
  for (const { loan_id, borrower_id } of all) {
    const [row] = await billsOf(app.db, borrower_id, { loanId: loan_id });
    const suspensions = row ? factsOf(row).suspensions : [];
    const fromView = rows
      .filter((row) => row.loan_id === loan_id)
      .map((row) => ({ fromOn: row.from_on, toOn: row.to_on }));
    const byDay = (a: { fromOn: string }, b: { fromOn: string }) => (a.fromOn < b.fromOn ? -1 : 1);
    expect(fromView.toSorted(byDay)).toEqual([...suspensions].sort(byDay));
    count += suspensions.length;
  }
  expect(count).toBeGreaterThan(3);
});

slow('declines invalid promises to pay', async () => {
  const { reference } = await overdue();
  const total = 61_468 * peso;
  expect((await promise(reference, [dayAfter(3), total - 1])).wrong).toMatch(
    'The parts add up to ₱61,467.99 instead of ₱61,468.00. Change an amount, or give the last part as rest.',
  );
  expect((await promise(reference, [dayAfter(3), total], [dayAfter(4)])).wrong).toMatch(
    'no rest is left',
  );
  expect((await promise(reference, [dayAfter(3)], [dayAfter(4), total])).wrong).toMatch(
    'Only the last part',
  );
  expect((await promise(reference, [dayAfter(0)])).wrong).toMatch('after today');
  expect((await promise(reference, [dayAfter(61)])).wrong).toMatch('after today and by');
  expect((await promise(reference, [dayAfter(5), 1000], [dayAfter(5)])).wrong).toMatch(
    'in order of their days',
  );
  const five = Array.from({ length: 5 }, (_, nth) => [dayAfter(nth + 1), 1000] as const);
  expect((await promise(reference, ...five)).status).toBe(422);
  const { anna, loanId } = await debtor(8);
  const early = (await detail(anna, loanId)).bill.referenceNo;
  await app.addDays(4);
  expect((await promise(early, [dayAfter(20)])).wrong).toMatch('is possible from');
  await app.addDays(1);
  // A promise made in the three days before the due date covers the amount owed on that date.
  expect((await promise(early, [dayAfter(20), 60_960 * peso])).status).toBe(200);
  // The promised amount is the debt on the due date, not today's lower debt.
  const { bill } = await detail(anna, loanId);
  expect([bill.promised?.amountCentavos, bill.currentDue.owedCentavos]).toEqual([
    60_960 * peso,
    60_600 * peso,
  ]);
  const { borrower_id } = await billRow(loanId);
  const madeAt = app.clocks.now();
  const bare = app.db.insertInto('promises_to_pay').values({
    id: newIdFor(borrower_id, madeAt),
    loan_id: loanId,
    borrower_id,
    number: 2,
    made_on: today(),
    made_at: madeAt,
    made_by: 'x',
    reason: 'none',
    total_centavos: 1n,
    paid_before_centavos: 0n,
    extensions_before: 0,
  });
  await expect(bare.execute()).rejects.toThrow('a promise to pay needs installments');
});
