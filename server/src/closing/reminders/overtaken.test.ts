// A reminder is not sent if its bill changes after the reminder was found or written.
import { billCancel } from '@sandali/contract/cancel.ts';
import type { LoanId } from '@sandali/contract/id.ts';
import { planApply, planCal } from '@sandali/contract/plan.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { afterEach, expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import { remind } from './remind.ts';

const app = await testApp();
const { debtor, billRow } = moneySteps(app);
const ops = testOps(app.context);
const [ana, ben] = [await ops.careful('finance'), await ops.careful('finance')];
const withReason = { reason: 'ticket 812' };
type Debtor = Awaited<ReturnType<typeof debtor>>;

/** Moves business time forward by some days, to 10:00 in Manila. */
async function toTen(days: number): Promise<void> {
  await app.addDays(days);
  const day = app.clocks.now().toZonedDateTimeISO('Asia/Manila').toPlainDate();
  app.clocks.setNow(
    day.toZonedDateTime({ timeZone: 'Asia/Manila', plainTime: '10:00' }).toInstant().toString(),
  );
}
afterEach(() => toTen(1));

async function plans({ anna, loanId }: Debtor): Promise<void> {
  const wish = { loanId: loanId as LoanId, count: 3 as const };
  const { totalCentavos, textHash } = await anna.client.must(planCal, wish);
  await anna.client.must(planApply, { ...wish, totalCentavos, textHash, textRead: true });
}
const returns = async ({ anna, loanId }: Debtor) =>
  void (await anna.client.must(billCancel, { loanId: loanId as LoanId, channel: 'sevenEleven' }));

async function writesOff({ loanId }: Debtor): Promise<void> {
  const loan = app.db.selectFrom('loans').select('reference_no').where('id', '=', loanId);
  const { reference_no: reference } = await loan.executeTakeFirstOrThrow();
  for (const { ask } of [ana, ben])
    expect((await ask('bill write-off', { reference }, withReason)).status).toBe(200);
}

async function remindersOf({ loanId }: Debtor) {
  const rows = await app.db
    .selectFrom('reminders')
    .select(['ended_as', 'message_id'])
    .where('loan_id', '=', loanId)
    .execute();
  return rows.map(({ ended_as, message_id }) => ({ ended_as, isWritten: message_id !== null }));
}

/** Returns the kinds of reminders that were sent. */
async function sent({ anna }: Debtor): Promise<string[]> {
  const rows = app.db
    .selectFrom('sandbox_messages as s')
    .innerJoin('messages as m', 'm.id', 's.message_id')
    .select('m.kind');
  return (
    await rows.where('s.phone', '=', anna.life.phone).where('m.kind', 'like', 'reminder%').execute()
  ).map((row) => row.kind);
}

/**
 * The events that stop a reminder, and when each occurs: `soon` is three days before the due date,
 * when a return is still possible; `due` is the due date; `late` is the first overdue day.
 */
const reliefs = [
  ['a requested return', 'soon', returns],
  ['a plan', 'due', plans],
  ['a plan', 'late', plans],
  ['a write-off', 'late', writesOff],
] as const;
async function onDay(borrower: Debtor, when: 'soon' | 'due' | 'late'): Promise<void> {
  const { due_on: dueOn, last_free_on: lastFreeOn } = await billRow(borrower.loanId);
  const day =
    when === 'soon'
      ? dueOn.subtract({ days: 3 })
      : when === 'due'
        ? dueOn
        : lastFreeOn.add({ days: 1 });
  await toTen(app.today().until(day).days);
}

/** Creates a loan paid out on a Friday, so it can be returned on the day of its first reminder. */
async function fridayDebtor(): Promise<Debtor> {
  while (app.today().dayOfWeek !== 5) await toTen(1);
  return await debtor(8);
}

slow.each(reliefs)(
  '%s stops a reminder that the worker found earlier (%s)',
  async (_, when, relieve) => {
    const borrower = await fridayDebtor();
    await onDay(borrower, when);
    const { settings } = app.context;
    let isRelieved = false;
    const all = async () => {
      if (!isRelieved) await relieve(borrower);
      isRelieved = true;
      return await settings.all();
    };
    await remind(workCtx({ ...app.context, settings: { ...settings, all } }));
    expect([isRelieved, await remindersOf(borrower)]).toEqual([
      true,
      [{ ended_as: 'overtaken', isWritten: false }],
    ]);
    await app.work();
    expect(await sent(borrower)).toEqual([]);
  },
);

slow.each(reliefs)(
  '%s stops a reminder that the worker wrote earlier (%s)',
  async (_, when, relieve) => {
    const borrower = await fridayDebtor();
    await onDay(borrower, when);
    await remind(workCtx(app.context));
    expect(await remindersOf(borrower)).toEqual([{ ended_as: null, isWritten: true }]);
    const jobs = app.jobs.splice(0);
    await relieve(borrower);
    for (const job of jobs) await app.app.jobs['reminder.send'](job);
    expect(await sent(borrower)).toEqual([]);
  },
);

test('a reminder that cannot be written does not delay other reminders', async () => {
  const [broken, sound] = [await debtor(8), await debtor(8)];
  await onDay(broken, 'due');
  const { sealer, db } = app.context;
  const brokenId = (await billRow(broken.loanId)).borrower_id;
  const open: typeof sealer.open = (purpose, id, bytes) => {
    if (id === brokenId) throw new Error('planted');
    return sealer.open(purpose, id, bytes);
  };
  await remind(workCtx({ ...app.context, sealer: { ...sealer, open } }));
  const failing = async () =>
    await db.selectFrom('failing_items').select(['kind', 'item']).execute();
  expect(await failing()).toEqual([{ kind: 'reminder', item: `${broken.loanId} reminderToday` }]);
  expect([await remindersOf(broken), await remindersOf(sound)]).toEqual([
    [{ ended_as: null, isWritten: false }],
    [{ ended_as: null, isWritten: true }],
  ]);
  await remind(workCtx(app.context));
  expect(await remindersOf(broken)).toEqual([{ ended_as: null, isWritten: true }]);
});
