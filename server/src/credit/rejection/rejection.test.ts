import { identitySave } from '@sandali/contract/credit.ts';
import { refuseDispute, refuseQuery } from '@sandali/contract/rejection.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { staffLooksAt } from '#/context/audit.ts';
import { workCtx } from '#/context/ctx.ts';
import { creditStatusOf, decideManually, noteAllSeen } from '#/credit/credit.ts';
import { creditTestContext, type Person } from '#/credit/testing.ts';
import { inTx } from '#/db/database.ts';
import { newId } from '#/platform/random.ts';
import { testOps } from '#/staff/testing.ts';
import { dataOf } from '#/testing/context.ts';
import { warnOfLateDisputes } from './dispute.ts';
import { lateDisputes } from './store.ts';

const warnings: [string, object | undefined][] = [];
const log = {
  info: () => {},
  warn: (what: string, fields?: object) => void warnings.push([what, fields]),
  error: () => {},
};
const { ask, person, submitted, reviewed, fill, identity, clocks, app, outbox, fresh } =
  await creditTestContext([], {
    holidays: new Set(),
    log,
  });
const { db } = app;
const ops = testOps(app);
const rosa = await ops.person('reviewer');
const ticket = { reason: 'looked at the payslip' };
const noIncome = { work: { employmentType: 'none', fundSource: 'other' } };

/** Returns a person whose application was just rejected for lack of income. */
async function rejectedPerson(): Promise<Person> {
  const anna = await person();
  await submitted(anna, noIncome);
  await reviewed();
  return anna;
}

const refusalFor = async (who: Person) => dataOf(await ask(who, refuseQuery, {})).refusal;
const disputes = async (who: Person, words = 'May bago akong trabaho.', id?: string) =>
  await ask(who, refuseDispute, { words }, id);
const statusOf = async (who: Person) => await creditStatusOf(db, who.borrowerId, clocks.now());
async function answer(id: string, outcome: string, words = 'Tiningnan naming muli.') {
  await rosa.ask('dispute show', { id }, ticket);
  return await rosa.ask('dispute answer', { id, outcome, words }, ticket);
}
const rowsOf = async (who: Person) =>
  await db.selectFrom('disputes').selectAll().where('borrower_id', '=', who.borrowerId).execute();

test('a rejected borrower is notified in their language, and the text is stored', async () => {
  const anna = await rejectedPerson();
  expect(await refusalFor(anna)).toMatchObject({
    reasonGroup: 'income',
    reason: 'We could not see enough income to repay a loan.',
    resubmitOn: '2026-04-08',
    canDispute: true,
    dispute: null,
  });
  const fil = { ...anna, device: { ...anna.device, locale: 'fil' as const } };
  expect((await refusalFor(fil))?.reason).toBe(
    'Wala kaming nakitang sapat na kita pambayad sa loan.',
  );
  const notices = await db
    .selectFrom('rejection_notices')
    .selectAll()
    .where('borrower_id', '=', anna.borrowerId)
    .execute();
  expect(notices).toMatchObject([
    {
      reason_group: 'income',
      locale: 'en',
      text: 'We could not see enough income to repay a loan.',
    },
  ]);
  expect(notices[0]?.notified_at.toString()).toBe(
    (await statusOf(anna)).decidedAt?.replace('.000Z', 'Z'),
  );
  const change = db
    .updateTable('rejection_notices')
    .set({ text: 'x' })
    .where('borrower_id', '=', anna.borrowerId)
    .execute();
  await expect(change).rejects.toThrow(/permission denied/);
});

test('shows the text of a notice unchanged after the reason’s text changes', async () => {
  const anna = await rejectedPerson();
  // A notice from an earlier release has a different text.
  await fresh.owner.db.connection().execute(async (owner) => {
    await sql`set session_replication_role = replica`.execute(owner);
    await owner
      .updateTable('rejection_notices')
      .set({ text: 'We saw no income.' })
      .where('borrower_id', '=', anna.borrowerId)
      .execute();
    await sql`reset session_replication_role`.execute(owner);
  });
  expect((await refusalFor(anna))?.reason).toBe('We saw no income.');
  const fil = { ...anna, device: { ...anna.device, locale: 'fil' as const } };
  expect((await refusalFor(fil))?.reason).toBe(
    'Wala kaming nakitang sapat na kita pambayad sa loan.',
  );
});

test('refuses a dispute without a rejection', async () => {
  const ben = await person();
  expect(await refusalFor(ben)).toBeNull();
  expect((await disputes(ben)).name).toBe('disputeNotPossible');
});

test('stores only one dispute for repeated and concurrent requests', async () => {
  const anna = await rejectedPerson();
  const id = newId(clocks.wall());
  const answers = await Promise.all([
    disputes(anna, 'Payslip', id),
    disputes(anna, 'Payslip'),
    disputes(anna, 'Payslip'),
  ]);
  expect(answers.map(({ name }) => name).sort()).toEqual([
    'disputeAlreadyOpen',
    'disputeAlreadyOpen',
    'success',
  ]);
  expect((await disputes(anna, 'Payslip', id)).name).toBe(answers[0]?.name);
  const [row, ...more] = await rowsOf(anna);
  expect(more).toEqual([]);
  expect(row?.text_sealed?.toString('latin1')).not.toContain('Payslip');
  expect(await refusalFor(anna)).toMatchObject({
    canDispute: false,
    dispute: { outcome: null, dueOn: '2026-04-15' },
  });
  const trail = await db
    .selectFrom('audit_log')
    .select('detail')
    .where('act', '=', 'refusalDisputed')
    .where('subject', '=', anna.borrowerId)
    .execute();
  expect(trail).toMatchObject([{ detail: { disputeId: row?.id } }]);
  expect((await ask(anna, refuseDispute, { words: '  ' })).name).toBe('inputInvalid');
  expect((await ask(anna, refuseDispute, { words: 'x'.repeat(1001) })).name).toBe('inputInvalid');
});

test('lists disputes, warns about late ones, and requires a reason to view one', async () => {
  const anna = await rejectedPerson();
  await disputes(anna, 'May bago akong trabaho.');
  const id = (await rowsOf(anna))[0]?.id ?? '';
  const find = async () =>
    ((await rosa.ask('dispute list')).data.disputes as { id: string; isLate: boolean }[]).find(
      (dispute) => dispute.id === id,
    );
  expect(await find()).toMatchObject({ isLate: false, dueOn: '2026-04-15' });
  clocks.addDays(14);
  expect(await find()).toMatchObject({ isLate: false });
  clocks.addDays(1);
  expect(await find()).toMatchObject({ isLate: true });
  const open = await db
    .selectFrom('disputes')
    .select('due_on')
    .where('answered_at', 'is', null)
    .execute();
  for (const day of ['2026-04-15', '2026-04-16'].map((on) => Temporal.PlainDate.from(on))) {
    const late = open.filter(({ due_on }) => Temporal.PlainDate.compare(due_on, day) < 0);
    expect(await lateDisputes(db, day)).toBe(late.length);
  }
  await warnOfLateDisputes(workCtx(app));
  expect(warnings.pop()).toEqual([
    'disputes are late: ops dispute list',
    { count: expect.any(Number) },
  ]);
  clocks.addDays(-15);
  expect((await rosa.ask('dispute show', { id })).wrong).toBe('Viewing a person needs a reason.');
  const { data } = await rosa.ask('dispute show', { id }, ticket);
  expect((await staffLooksAt(db, anna.borrowerId))[0]).toMatchObject({
    act: 'dispute show',
    role: 'reviewer',
    reason: ticket.reason,
  });
  expect(data.dispute).toMatchObject({ words: 'May bago akong trabaho.' });
  expect((await rosa.ask('dispute show', { id: newId(clocks.wall()) }, ticket)).wrong).toContain(
    'There is no dispute',
  );
});

test('refuses an answer to a dispute that staff have not viewed', async () => {
  const anna = await rejectedPerson();
  await disputes(anna);
  const id = (await rowsOf(anna))[0]?.id ?? '';
  const words = 'Tiningnan naming muli.';
  const { wrong } = await rosa.ask('dispute answer', { id, outcome: 'declined', words }, ticket);
  expect(wrong).toBe(`View the current state first: dispute show ${id}`);
  const unseen = { answered_at: clocks.now(), outcome: 'declined', answered_by: rosa.name };
  const update = db.updateTable('disputes').set(unseen).where('id', '=', id);
  await expect(update.execute()).rejects.toThrow('must first view the current state');
  expect((await rowsOf(anna))[0]).toMatchObject({ answered_at: null });
});

slow('stores one answer per dispute, and allows a second dispute after a decline', async () => {
  const anna = await rejectedPerson();
  await disputes(anna);
  const id = (await rowsOf(anna))[0]?.id ?? '';
  const answers = await Promise.all([
    answer(id, 'declined', 'Kulang pa ang kita.'),
    answer(id, 'declined'),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect(await refusalFor(anna)).toMatchObject({
    canDispute: true,
    dispute: { outcome: 'declined' },
  });
  expect((await outbox(anna.phone)).at(-1)).toContain('we have answered your dispute');
  expect((await disputes(anna)).name).toBe('success');
  const second = (await rowsOf(anna)).find((row) => row.answered_at === null)?.id ?? '';
  expect((await answer(second, 'declined')).status).toBe(200);
  expect((await disputes(anna)).name).toBe('disputeNotPossible');
  const change = (set: object) =>
    db.updateTable('disputes').set(set).where('id', '=', id).execute();
  await expect(change({ outcome: 'upheld' })).rejects.toThrow(/answered only once/);
  await expect(change({ due_on: Temporal.PlainDate.from('2027-01-01') })).rejects.toThrow(
    /permission denied/,
  );
});

slow('refers an application to a reviewer after an upheld dispute', async () => {
  const anna = await rejectedPerson();
  await disputes(anna);
  const id = (await rowsOf(anna))[0]?.id ?? '';
  expect((await answer(id, 'upheld')).data.dispute).toMatchObject({ next: 'again' });
  expect(await statusOf(anna)).toMatchObject({
    state: 'manualReview',
    nextStep: null,
    reasonGroup: null,
  });
  expect(await refusalFor(anna)).toBeNull();
  expect((await outbox(anna.phone)).at(-1)).toContain('our team is now reviewing');
  const [, again] = await db
    .selectFrom('credit_applications')
    .select(['id', 'number'])
    .where('borrower_id', '=', anna.borrowerId)
    .orderBy('number')
    .execute();
  expect(again?.number).toBe(2);
  const approve = { outcome: 'approved' } as const;
  await inTx(db, (tx) => noteAllSeen(tx, again?.id ?? '', { who: 'Rosa', at: app.clocks.now() }));
  expect(
    await inTx(db, (tx) =>
      decideManually(workCtx(app), tx, again?.id ?? '', approve, 'Rosa', 'payslip'),
    ),
  ).toBe(true);
  expect((await statusOf(anna)).state).toBe('approved');
});

slow('keeps a new application when a dispute is upheld, and refuses late disputes', async () => {
  const anna = await rejectedPerson();
  await disputes(anna);
  clocks.addDays(7);
  await fill(anna);
  const id = (await rowsOf(anna))[0]?.id ?? '';
  expect((await answer(id, 'upheld')).data.dispute).toMatchObject({ next: 'newer' });
  expect((await statusOf(anna)).state).toBe('filling');
  expect((await ask(anna, identitySave, await identity(anna))).name).toBe('success');
  clocks.setNow('2026-04-01T02:00:00Z');
  const ben = await rejectedPerson();
  clocks.addDays(61);
  expect(await refusalFor(ben)).toMatchObject({ canDispute: false });
  expect((await disputes(ben)).name).toBe('disputeNotPossible');
  clocks.setNow('2026-04-01T02:00:00Z');
});
