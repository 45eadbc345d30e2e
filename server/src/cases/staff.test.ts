import { complaintCreate, complaintList, complaintPicture } from '@sandali/contract/cases.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { creditTestContext, type Person, somePicture } from '#/credit/testing.ts';
import { testOps } from '#/staff/testing.ts';
import { dataOf } from '#/testing/context.ts';
import { caseCalls } from './calls.ts';
import { warnOfLateComplaints } from './cases.ts';
import { clocksOn } from './store.ts';
import { complaintInWords, paymentNotShown } from './testing.ts';

const warnings: [string, object | undefined][] = [];
const log = {
  info: () => {},
  warn: (what: string, fields?: object) => void warnings.push([what, fields]),
  error: () => {},
};
const { ask, person, clocks, app, outbox } = await creditTestContext(caseCalls, { log });
const { db } = app;
const ops = testOps(app);
const [rosa, ben, mia] = [
  await ops.person('support'),
  await ops.person('finance'),
  await ops.person('reviewer'),
];
const withReason = { reason: 'looked at the gateway' };
const today = '2026-04-01';

const create = async (who: Person, input = paymentNotShown(today)) =>
  dataOf(await ask(who, complaintCreate, input)).number;
const listed = async () =>
  (await rosa.ask('complaint list')).data.complaints as {
    number: string;
    clock: string;
    state: string;
    dueOn: string;
    turn: string;
  }[];
const find = async (number: string) => (await listed()).find((row) => row.number === number);
const own = async (who: Person, number: string) =>
  dataOf(await ask(who, complaintList, {})).complaints.find(
    (complaint) => complaint.number === number,
  );

test('staff acknowledge, answer and close a complaint, each step only once', async () => {
  const anna = await person();
  const number = await create(anna);
  expect((await rosa.ask('complaint close', { number }, withReason)).wrong).toContain(
    'has no answer yet',
  );
  expect(
    (
      await rosa.ask(
        'complaint acknowledge',
        { number: number.toLowerCase().replaceAll('-', ' ') },
        withReason,
      )
    ).status,
  ).toBe(200);
  expect((await outbox(anna.phone)).at(-1)).toContain(`we are working on your case ${number}`);
  expect(await own(anna, number)).toMatchObject({
    state: 'acknowledged',
    last: { by: 'borrower' },
  });
  expect((await rosa.ask('complaint acknowledge', { number }, withReason)).wrong).toContain(
    'already acknowledged',
  );
  const words = 'Your payment is on your bill now.';
  const answers = await Promise.all(
    [1, 2].map(() => rosa.ask('complaint answer', { number, words }, withReason)),
  );
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
  expect(
    (await outbox(anna.phone)).filter((text) => text.includes(`answered your case ${number}`)),
  ).toHaveLength(1);
  expect(await own(anna, number)).toMatchObject({
    state: 'answered',
    last: { by: 'staff', words },
  });
  expect((await rosa.ask('complaint close', { number }, withReason)).status).toBe(200);
  expect((await rosa.ask('complaint close', { number }, withReason)).wrong).toContain(
    'already closed',
  );
  expect(await own(anna, number)).toMatchObject({ state: 'closed', last: { by: 'staff', words } });
  expect(await find(number)).toBeUndefined();
  const trail = await db
    .selectFrom('audit_log')
    .select(['act', 'reason'])
    .where('subject', '=', anna.borrowerId)
    .where('act', 'like', 'ops complaint%')
    .orderBy('id')
    .execute();
  expect(trail.map((row) => row.act)).toEqual([
    'ops complaint acknowledge',
    'ops complaint answer',
    'ops complaint close',
  ]);
  const row = await db
    .selectFrom('complaints')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  const turn = await db
    .selectFrom('complaint_turns')
    .selectAll()
    .where('complaint_id', '=', row.id)
    .executeTakeFirstOrThrow();
  expect(turn.words_sealed?.toString('latin1')).not.toContain('payment');
  const change = db
    .updateTable('complaints')
    .set({ answered_by: 'Mia' })
    .where('number', '=', number)
    .execute();
  await expect(change).rejects.toThrow(/can happen only once/);
});

test('answering a complaint also acknowledges it', async () => {
  const anna = await person();
  const number = await create(anna, complaintInWords('Bakit may dagdag na singil?'));
  expect(
    (
      await rosa.ask(
        'complaint answer',
        { number, words: 'It is the late charge of April.' },
        withReason,
      )
    ).status,
  ).toBe(200);
  const row = await db
    .selectFrom('complaints')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  expect([row.acknowledged_by, row.answered_by]).toEqual([rosa.name, rosa.name]);
});

slow('`complaint show` requires a reason and masks the phone number', async () => {
  const anna = await person();
  const number = await create(anna);
  expect((await rosa.ask('complaint show', { number })).wrong).toContain('needs a reason');
  const { data } = await ben.ask('complaint show', { number }, withReason);
  expect(data.complaint).toMatchObject({
    number,
    amount: '₱1,500.00',
    reference: 'OR 8831-22',
    phone: expect.stringContaining('••••'),
  });
  const open = await rosa.ask('complaint show', { number }, { ...withReason, reveal: true });
  expect(open.data.complaint).toMatchObject({ phone: anna.phone });
  expect(
    (await ben.ask('complaint show', { number }, { ...withReason, reveal: true })).status,
  ).toBe(403);
  expect((await mia.ask('complaint list')).status).toBe(403);
  expect((await ben.ask('complaint answer', { number, words: 'Hello.' }, withReason)).status).toBe(
    403,
  );
  const misheard = `${number.slice(0, -1)}${number.endsWith('2') ? '3' : '2'}`;
  expect((await rosa.ask('complaint show', { number: misheard }, withReason)).wrong).toContain(
    'its last symbol checks the others',
  );
  expect((await rosa.ask('complaint show', { number: 'CS-2222-2222' }, withReason)).wrong).toBe(
    'There is no complaint CS-2222-2222.',
  );
});

test('`complaint list` sorts by deadline, and the log warns of near and missed ones', async () => {
  const [anna, lea] = [await person(), await person()];
  const first = await create(anna);
  await rosa.ask('complaint acknowledge', { number: first }, withReason);
  clocks.addDays(1);
  const second = await create(lea, paymentNotShown('2026-04-02'));
  const order = (await listed()).map((row) => row.number);
  expect(order.indexOf(second)).toBeLessThan(order.indexOf(first));
  expect(await find(second)).toMatchObject({
    state: 'open',
    dueOn: '2026-04-04',
    clock: 'running',
  });
  expect(await find(first)).toMatchObject({
    state: 'acknowledged',
    dueOn: '2026-05-01',
    clock: 'running',
  });
  clocks.addDays(1);
  expect(await find(second)).toMatchObject({ clock: 'soon' });
  warnings.length = 0;
  await warnOfLateComplaints(workCtx(app));
  expect(warnings.map(([what]) => what)).toContain(
    'complaints are due today or tomorrow: ops complaint list',
  );
  clocks.addDays(1);
  expect(await find(second)).toMatchObject({ clock: 'soon' });
  const onItsDay = await clocksOn(app.db, Temporal.PlainDate.from('2026-04-04'));
  clocks.addDays(1);
  expect(await find(second)).toMatchObject({ clock: 'late' });
  const { late } = await clocksOn(app.db, Temporal.PlainDate.from('2026-04-05'));
  expect([onItsDay.soon, late]).toEqual([1, onItsDay.late + 1]);
  warnings.length = 0;
  await warnOfLateComplaints(workCtx(app));
  expect(warnings[0]).toEqual([
    'complaints are late: ops complaint list',
    { count: expect.any(Number) },
  ]);
  await rosa.ask('complaint acknowledge', { number: second }, withReason);
  expect(await find(second)).toMatchObject({ dueOn: '2026-05-02', clock: 'running' });
  clocks.addDays(28);
  expect(await find(first)).toMatchObject({ clock: 'late' });
  clocks.setNow('2026-04-01T02:00:00Z');
});

test('a receipt shown to staff has a watermark, and the trail records the access', async () => {
  const anna = await person();
  const { complaintId, number } = dataOf(await ask(anna, complaintCreate, paymentNotShown(today)));
  const plain = await somePicture();
  dataOf(await ask(anna, complaintPicture, { complaintId, bytes: plain }));
  expect((await ben.ask('complaint photo', { number, which: 2 }, withReason)).wrong).toContain(
    'has no picture or PDF 2',
  );
  const { data } = await ben.ask('complaint photo', { number, which: 1 }, withReason);
  const [marked, unmarked] = [
    Buffer.from((data as { jpeg: string }).jpeg, 'base64'),
    Buffer.from(plain, 'base64'),
  ];
  expect(await sharp(marked).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 240 });
  const pixels = async (jpeg: Buffer) => await sharp(jpeg).raw().toBuffer();
  const [a, b] = [await pixels(marked), await pixels(unmarked)];
  expect(a.filter((value, at) => Math.abs(value - (b[at] ?? 0)) > 24).length).toBeGreaterThan(
    a.length / 50,
  );
  const trail = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('act', '=', 'ops complaint photo')
    .where('subject', '=', anna.borrowerId)
    .execute();
  expect(trail).toMatchObject([{ who: ben.name, detail: { complaint: complaintId, which: 1 } }]);
});
