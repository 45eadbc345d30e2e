// The call list by buckets and holders, and what the look at one bill shows.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { dataQuery } from '@sandali/contract/privacy.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTx } from '#/db/database.ts';
import { explainAll, fullReadsOf, readsOf } from '#/db/plans.testing.ts';
import { newId } from '#/platform/random.ts';
import { testOps } from '#/staff/testing.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { extensionSteps } from '#/testing/extensions.ts';
import { moneySteps } from '#/testing/money.ts';
import { buckets } from './rules.ts';

const app = await testApp();
await explainAll(app.owner);
const money = moneySteps(app);
const { debtor, codeFor, pay, bookPayments } = money;
const { today, toDay } = extensionSteps(app, money);
const ops = testOps(app.context);
const [cora, ben, mina, fin] = [
  await ops.person('collector'),
  await ops.person('collector'),
  await ops.person('manager'),
  await ops.person('finance'),
];
const reason = { reason: 'overdue, ticket 812' };
const dayAfter = (days: number) => today().add({ days }).toString();

type Bill = {
  reference: string;
  days: number;
  on: string;
  callsToday: number;
  whyNot: string | null;
  from: string | null;
  owner: { by: string; until: string } | null;
};
type Page = { bills: Bill[]; next: object | null };
type Counts = {
  buckets: { bucket: string; count: number; isMore: boolean }[];
  mine: { count: number };
};

const pageOf = async (input: object = {}, { ask } = cora) =>
  (await ask('overdue list', input)).data as Page;
const referencesIn = async (input: object = {}) =>
  (await pageOf(input)).bills.map(({ reference }) => reference);
const countsOf = async ({ ask } = cora) => {
  const { buckets, mine } = (await ask('overdue counts')).data as Counts;
  return Object.fromEntries([
    ...buckets.map(({ bucket, count }) => [bucket, count]),
    ['mine', mine.count],
  ]) as Record<string, number>;
};

/** Moves the clock to a time of today in Manila, or of a later day. */
async function atTime(time: string, days = 0): Promise<void> {
  const zoned = app.clocks.now().toZonedDateTimeISO('Asia/Manila').add({ days });
  app.clocks.setNow(zoned.withPlainTime(time).toInstant().toString());
  await app.addDays(0);
}

/** Returns a borrower with a loan of ₱60,000 for 8 days that is overdue by some days. */
async function overdue(days = 5) {
  const { anna, loanId } = await debtor(8);
  const { bill } = await anna.client.must(billDetail, { loanId });
  await toDay(bill.lastFreeDay, days);
  await app.work();
  return { anna, loanId: loanId as string, reference: bill.referenceNo };
}

/** Copies a loan and its bill without triggers, each so many days older. */
async function copyOlder(loanId: string, allDays: readonly number[]): Promise<string[]> {
  await inTx(app.owner.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const [nth, days] of allDays.entries()) {
      const id = newId(app.clocks.now());
      const change = JSON.stringify({ id, quote_id: id, reference_no: `${9_000_000_000 + nth}` });
      await sql`insert into loans select (jsonb_populate_record(l, ${change}::jsonb)).*
        from loans l where l.id = ${loanId}`.execute(tx);
      await sql`insert into bills select (jsonb_populate_record(b, jsonb_build_object(
          'loan_id', ${id}::text, 'arrived_on', b.arrived_on - ${days}::int,
          'due_on', b.due_on - ${days}::int, 'last_free_on', b.last_free_on - ${days}::int))).*
        from bills b where b.loan_id = ${loanId}`.execute(tx);
    }
  });
  return allDays.map((_, nth) => `${9_000_000_000 + nth}`);
}

async function deleteCopies(): Promise<void> {
  await inTx(app.owner.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`delete from bills where loan_id in
      (select id from loans where reference_no like '90000%')`.execute(tx);
    await sql`delete from loans where reference_no like '90000%'`.execute(tx);
  });
}

const promise = (reference: string, ...parts: (readonly [string, number?])[]) =>
  cora.ask(
    'overdue promise',
    {
      reference,
      parts: parts.map(([on, amountCentavos]) => ({
        on,
        ...(amountCentavos && { amountCentavos }),
      })),
    },
    reason,
  );

slow('each bucket has its days, counts what it lists, and is read through indexes', async () => {
  const { loanId, reference } = await overdue(0);
  const edges = [1, 7, 8, 30, 31, 60, 61];
  const [one, seven, eight, thirty, thirtyOne, sixty, sixtyOne] = await copyOlder(loanId, edges);
  const many = Array.from({ length: 60 }, () => 90);
  expect(await referencesIn({ bucket: 'dueToday' })).toEqual([reference]);
  expect(await referencesIn({ bucket: '1-7' })).toEqual([seven, one]);
  expect(await referencesIn({ bucket: '8-30' })).toEqual([thirty, eight]);
  expect(await referencesIn({ bucket: '31-60' })).toEqual([sixty, thirtyOne]);
  expect(await referencesIn({ bucket: '61+' })).toEqual([sixtyOne]);
  expect(await referencesIn()).toEqual([
    sixtyOne,
    ...[sixty, thirtyOne, thirty, eight, seven, one],
  ]);
  expect((await pageOf()).bills.map(({ days }) => days)).toEqual(edges.toReversed());
  expect(await countsOf()).toEqual({
    dueToday: 1,
    '1-7': 2,
    '8-30': 2,
    '31-60': 2,
    '61+': 1,
    brokenToday: 0,
    mine: 0,
  });
  await deleteCopies();
  await copyOlder(loanId, many);
  const shown: string[] = [];
  const reads = await readsOf(app.owner, async () => {
    for (const bucket of buckets) await pageOf({ bucket });
    await pageOf({ owner: 'mine' });
    await countsOf();
    const first = await pageOf({ bucket: '61+' });
    const second = await pageOf({ bucket: '61+', after: first.next });
    shown.push(...[first, second].flatMap(({ bills }) => bills.map((bill) => bill.reference)));
  });
  await deleteCopies();
  expect([shown.length, new Set(shown).size]).toEqual([60, 60]);
  expect(fullReadsOf(reads)).toEqual([]);
  expect([...reads.lookedUp]).toEqual(
    expect.arrayContaining(['bills_overdue', 'collection_owners_of_staff']),
  );
});

slow('of two collectors who take one bill at once, one holds it for seven days', async () => {
  const { reference } = await overdue();
  const take = ({ ask }: typeof cora) => ask('overdue take', { reference });
  const answers = await Promise.all([take(cora), take(ben)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  const [holder, other] = answers[0]?.status === 200 ? [cora, ben] : [ben, cora];
  const until = dayAfter(6);
  const refusal = `${holder.name} holds this bill until the end of ${until}.`;
  expect(answers.map(({ wrong }) => wrong).join('')).toContain(refusal);
  expect((await pageOf()).bills).toContainEqual(
    expect.objectContaining({ reference, owner: { by: holder.name, until } }),
  );
  const mine = async (who: typeof cora) => [
    (await pageOf({ owner: 'mine' }, who)).bills.map((bill) => bill.reference),
    (await countsOf(who)).mine,
  ];
  expect([await mine(holder), await mine(other)]).toEqual([
    [[reference], 1],
    [[], 0],
  ]);

  const call = ({ ask }: typeof cora) =>
    ask('overdue call-log', { reference, outcome: 'noAnswer' }, reason);
  expect((await call(other)).wrong).toContain(refusal);
  expect((await call(holder)).status).toBe(200);
  expect((await other.ask('overdue release', { reference })).wrong).toContain(refusal);
  await expect(
    sql`update collection_owners set taken_by = ${other.name}`.execute(app.db),
  ).rejects.toThrow('another person holds this bill');
  await expect(
    sql`update collection_owners set until_on = until_on + 1`.execute(app.db),
  ).rejects.toThrow('collection_owners_check');

  // It lapses after the seventh day.
  await app.addDays(6);
  expect((await take(other)).wrong).toContain(refusal);
  await app.addDays(1);
  expect((await take(other)).status).toBe(200);
  expect((await take(holder)).wrong).toContain(other.name);
  expect((await mina.ask('overdue release', { reference })).status).toBe(200);
  expect((await holder.ask('overdue release', { reference })).wrong).toBe(
    'Nobody holds this bill.',
  );
  expect((await take(holder)).status).toBe(200);
  expect((await holder.ask('overdue release', { reference })).status).toBe(200);
  expect((await fin.ask('overdue take', { reference })).status).toBe(403);
});

slow('the list says from when the next call is allowed', async () => {
  const { reference } = await overdue();
  const row = async () => {
    const bill = (await pageOf()).bills.find((listed) => listed.reference === reference);
    return [bill?.whyNot?.split('.')[0] ?? null, bill?.from, bill?.callsToday];
  };
  const call = (outcome: string) => cora.ask('overdue call-log', { reference, outcome }, reason);
  const openingOf = (days: number) => `${dayAfter(days - 1)}T22:00:00.000Z`;
  const hours = 'Call only from 06:00 to 22:00 in Manila';
  await atTime('05:59:59', 1);
  expect(await row()).toEqual([hours, openingOf(0), 0]);
  expect((await call('noAnswer')).wrong).toContain(hours);
  await atTime('06:00');
  expect(await row()).toEqual([null, null, 0]);
  for (const calls of [1, 2]) {
    expect((await call('noAnswer')).status).toBe(200);
    expect(await row()).toEqual([null, null, calls]);
  }
  await atTime('21:59:59');
  expect((await call('callBack')).status).toBe(200);
  expect(await row()).toEqual(['They were called 3 times today', openingOf(1), 3]);
  await atTime('22:00');
  expect(await row()).toEqual([hours, openingOf(1), 3]);
  await atTime('10:00', 1);
  expect((await call('reached')).status).toBe(200);
  expect(await row()).toEqual(['They were reached today', openingOf(1), 1]);
});

slow('a promise is broken today on the day after its missed part alone', async () => {
  const { anna, loanId, reference } = await overdue();
  const kept = await overdue();
  for (const bill of [reference, kept.reference])
    expect((await promise(bill, [dayAfter(2), 10_000_00], [dayAfter(9)])).wrong).toBe('');
  const { code } = await codeFor(kept.anna, kept.loanId, 10_000_00);
  await bookPayments(await pay(code));
  const broken = async () => [
    await referencesIn({ bucket: 'brokenToday' }),
    (await countsOf()).brokenToday,
    ((await cora.ask('today')).data.rows as { what: string; count: number; input: object }[])
      .filter(({ what }) => what === 'promises broken today')
      .map(({ count, input }) => [count, input]),
  ];
  await app.addDays(2);
  expect(await broken()).toEqual([[], 0, []]);
  await app.addDays(1);
  expect(await broken()).toEqual([[reference], 1, [[1, { bucket: 'brokenToday' }]]]);
  const { data } = await cora.ask('overdue show', { reference }, reason);
  expect(data.promises).toMatchObject([
    { state: 'broken', isPlan: false, parts: [{ paidCentavos: 0 }, { paidCentavos: 0 }] },
  ]);
  expect(
    (await cora.ask('overdue show', { reference: kept.reference }, reason)).data,
  ).toMatchObject({
    promises: [{ state: 'kept', parts: [{ paidCentavos: 10_000_00 }, { paidCentavos: 0 }] }],
    promise: { whyNot: expect.stringContaining('kept so far') },
    calling: {
      whyNot: expect.stringContaining('kept so far'),
      from: `${dayAfter(6)}T22:00:00.000Z`,
    },
  });
  await app.addDays(1);
  expect(await broken()).toEqual([[], 0, []]);
  expect((await countsOf())['8-30']).toBe((await pageOf({ bucket: '8-30' })).bills.length);
  expect((await anna.client.must(billDetail, { loanId: loanId as never })).bill.promised).toBe(
    null,
  );
});

test('the look at a bill masks its borrower, who reads that it was looked at', async () => {
  const { anna, loanId, reference } = await overdue();
  const show = ({ ask }: typeof cora, more = {}) =>
    ask('overdue show', { reference }, { ...reason, ...more });
  const looksOf = async ({ client }: Person) =>
    (await client.must(dataQuery, {})).looks.map(({ act }) => act);
  expect((await cora.ask('overdue show', { reference })).status).toBe(422);
  const { data } = await show(cora);
  expect(data.phone).toMatch(/^0\d{3} •••• \d{3}$/);
  expect(JSON.stringify(data)).not.toContain(anna.life.phone.slice(-7));
  expect(data).toMatchObject({
    days: 5,
    owed: { on: today().toString(), totalCentavos: 61_468_00, lateCentavos: 508_00 },
    tomorrow: { on: dayAfter(1), totalCentavos: 61_569_60 },
    promise: { whyNot: null, totalCentavos: 61_468_00, lastDay: dayAfter(60), mostParts: 4 },
    calling: { whyNot: null, hours: { first: 6, until: 22 }, leftToday: 3, leftThisWeek: 7 },
    owner: null,
  });
  expect((await show(fin, { reveal: true })).status).toBe(403);
  const revealed = await show(cora, { reveal: true });
  expect(`${revealed.data.phone}`.replaceAll(/\D/g, '')).toBe(`0${anna.life.phone.slice(-10)}`);
  expect(await ops.lastRow()).toMatchObject({ detail: { revealed: ['phone', 'name'] } });
  expect(await looksOf(anna)).toEqual(['overdue show', 'overdue show']);
  const { code } = await codeFor(anna, loanId);
  await bookPayments(await pay(code));
  expect((await show(cora)).wrong).toBe('This bill is already repaid.');
  expect((await cora.ask('overdue take', { reference })).wrong).toBe(
    'This bill is already repaid.',
  );
});
