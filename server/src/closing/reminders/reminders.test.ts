// Borrowers get each reminder once, on its day and at the chosen hour, as long as it applies.
import { reminderQuery, reminderSave } from '@sandali/contract/reminder.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { inTx } from '#/db/database.ts';
import { newId } from '#/platform/random.ts';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import { storeSetting } from '#/testing/settings.ts';
import { remind } from './remind.ts';

const app = await testApp();
const { debtor, codeFor, pay, bookPayments } = moneySteps(app);
type Debtor = Awaited<ReturnType<typeof debtor>>;

/** Sets business time, including the bank simulator's, to a Manila time some days from today. */
async function at(time: string, days = 0): Promise<void> {
  await app.addDays(days);
  const here = app.clocks.now().toZonedDateTimeISO('Asia/Manila');
  app.clocks.setNow(
    here
      .toPlainDate()
      .toZonedDateTime({ timeZone: 'Asia/Manila', plainTime: time })
      .toInstant()
      .toString(),
  );
}
/** Finds, writes and sends reminders, as the worker does within a minute. */
async function look(): Promise<void> {
  await app.app.jobs['reminder.look']({});
  await app.work();
}
async function remindersOf({ anna }: Debtor): Promise<string[]> {
  const rows = await app.db
    .selectFrom('sandbox_messages as s')
    .innerJoin('messages as m', 'm.id', 's.message_id')
    .select('s.text')
    .where('s.phone', '=', anna.life.phone)
    .where('m.kind', 'like', 'reminder%')
    .orderBy('s.id')
    .execute();
  return rows.map((row) => row.text);
}
const rowsOf = ({ loanId }: Debtor) =>
  app.db
    .selectFrom('reminders')
    .selectAll()
    .where('loan_id', '=', loanId)
    .orderBy('remind_on')
    .execute();

afterEach(() => at('10:00', 1)); // applications are reviewed only during the day

slow('sends one reminder on each reminder day, with the amount and the due date', async () => {
  const borrower = await debtor(15); // due on Saturday, 5 December; free until Monday, 7 December
  const sent: string[] = [];
  for (let day = 1; day <= 50; day += 1) {
    await at('10:00', 1);
    await app.app.jobs['reminder.look']({});
    for (const job of app.jobs.splice(0)) await app.app.jobs['reminder.send'](job);
    const all = await remindersOf(borrower);
    if (all.length === sent.length) continue;
    await look();
    expect(await remindersOf(borrower)).toEqual(all);
    sent.push(`${app.clocks.now().toString().slice(0, 10)} ${all.slice(sent.length).join('|')}`);
  }
  expect(sent.map((line) => line.slice(0, 10))).toEqual([
    '2026-12-02',
    '2026-12-04',
    '2026-12-05',
    ...['2026-12-08', '2026-12-10', '2026-12-14', '2026-12-21', '2026-12-28', '2027-01-06'],
  ]);
  expect(sent[0]).toContain('Sandali: ₱61,800.00 is due in 3 days, on 5 Dec 2026.');
  expect(sent[1]).toContain('Sandali: ₱61,800.00 is due tomorrow, 5 Dec 2026.');
  expect(sent[2]).toContain('Sandali: ₱61,800.00 is due today, 5 Dec 2026.');
  expect(sent[3]).toContain('Sandali: your bill was due on 5 Dec 2026; today it is ₱61,903.00.');
  expect(sent.join()).not.toMatch(/https?:|www\.|undefined|\{/);
});

slow('sends reminders at the chosen hour, in the chosen language and never at night', async () => {
  const borrower = await debtor(8);
  const { client } = borrower.anna;
  expect(await client.must(reminderQuery, {})).toMatchObject({
    channel: 'sms',
    hour: 9,
    locale: 'en',
    phoneMasked: expect.stringContaining('•••'),
  });
  await client.must(reminderSave, { channel: 'sms', hour: 21 });
  expect(await client.must(reminderQuery, {})).toMatchObject({
    channel: 'sms',
    hour: 21,
    locale: 'en',
  });
  await at('20:59:59', 5);
  await look();
  expect(await remindersOf(borrower)).toEqual([]);
  await at('22:00');
  await look();
  expect(await remindersOf(borrower)).toEqual([]);
  await at('21:00');
  await look();
  expect(await remindersOf(borrower)).toHaveLength(1);
  await app.db.updateTable('reminder_settings').set({ locale: 'fil', hour: 6 }).execute();
  expect(await client.must(reminderQuery, {})).toMatchObject({ hour: 6, locale: 'fil' });
  await at('05:59:59', 2);
  await look();
  expect(await remindersOf(borrower)).toHaveLength(1);
  await at('06:00');
  await look();
  expect((await remindersOf(borrower)).at(-1)).toMatch(
    /^Sandali: ₱60,960\.00 ang babayaran bukas, /,
  );
});

slow('does not send reminders to a borrower who switched them off', async () => {
  const borrower = await debtor(8);
  await borrower.anna.client.must(reminderSave, { channel: 'none', hour: 9 });
  await at('10:00', 5);
  await look();
  expect(await rowsOf(borrower)).toEqual([]);
});

test('refuses a reminder hour that is out of range', async () => {
  const { client } = await app.person();
  for (const hour of [5, 22, 9.5])
    expect((await client.ask(reminderSave, { channel: 'sms', hour })).name).toBe('inputInvalid');
});

slow('after an outage, sends today’s reminders once and skips earlier reminders', async () => {
  const borrower = await debtor(8);
  await at('10:00', 5);
  await inTx(app.db, async (tx) => {
    // Simulates a server that stopped between finding and sending this reminder.
    const row = {
      loan_id: borrower.loanId,
      kind: 'reminderSoon',
      remind_on: app.today(),
      found_at: app.clocks.now(),
    };
    const { borrower_id } = await tx
      .selectFrom('bills')
      .select('borrower_id')
      .where('loan_id', '=', borrower.loanId)
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('reminders')
      .values({ ...row, borrower_id })
      .execute();
  });
  await at('10:00', 2); // the day before it is due
  await Promise.all([look(), look(), look()]);
  expect(await remindersOf(borrower)).toEqual([expect.stringContaining('due tomorrow')]);
  expect(
    (await rowsOf(borrower)).map((row) => [row.kind, row.ended_as, row.message_id !== null]),
  ).toEqual([
    ['reminderSoon', 'missed', false],
    ['reminderTomorrow', null, true],
  ]);
});

slow('rewrites an unsent reminder after a payment, and drops it if the bill is paid', async () => {
  const paid = await debtor(8);
  const part = await debtor(8);
  await at('10:00', 8);
  const codes = [
    await codeFor(paid.anna, paid.loanId),
    await codeFor(part.anna, part.loanId, 2_000_000),
  ];
  expect(await remind(workCtx(app.context))).toBe(2); // written, and not sent yet
  app.context.wake();
  const jobs = app.jobs.splice(0);
  await bookPayments(await pay(codes[0]?.code ?? ''), await pay(codes[1]?.code ?? '', 2_000_000));
  for (const job of jobs) await app.app.jobs['reminder.send'](job);
  expect([await remindersOf(paid), await remindersOf(part)]).toEqual([[], []]);
  await look();
  await look();
  expect(await remindersOf(paid)).toEqual([]);
  expect(await remindersOf(part)).toEqual([expect.stringContaining('₱40,960.00 is due today')]);
  expect((await rowsOf(paid)).map((row) => row.ended_as)).toEqual(['overtaken']);
});

slow('drops an unsent reminder if the borrower opts out or changes the language', async () => {
  const [off, other] = [await debtor(8), await debtor(8)];
  await at('10:00', 7);
  await remind(workCtx(app.context));
  const jobs = app.jobs.splice(0);
  await off.anna.client.must(reminderSave, { channel: 'none', hour: 9 });
  await app.device('fil', other.anna.client).must(reminderSave, { channel: 'sms', hour: 9 });
  for (const job of jobs) await app.app.jobs['reminder.send'](job);
  expect([await remindersOf(off), await remindersOf(other)]).toEqual([[], []]);
  await look();
  expect(await remindersOf(off)).toEqual([]);
  expect(await remindersOf(other)).toEqual([expect.stringContaining('bukas')]);
});

slow('writes each reminder of a batch for its own bill and in its own language', async () => {
  const [borrower, two] = [await debtor(8), await debtor(8)];
  await two.anna.client.must(reminderSave, { channel: 'sms', hour: 9 });
  const [{ borrower_id } = { borrower_id: '' }] = await app.db
    .selectFrom('bills')
    .select('borrower_id')
    .where('loan_id', '=', two.loanId)
    .execute();
  await app.db
    .updateTable('reminder_settings')
    .set({ locale: 'fil' })
    .where('borrower_id', '=', borrower_id)
    .execute();
  await at('10:00', 7);
  await look();
  expect([await remindersOf(borrower), await remindersOf(two)]).toEqual([
    [expect.stringContaining('tomorrow')],
    [expect.stringContaining('bukas')],
  ]);
  for (const { loanId } of [borrower, two]) {
    const message = await app.db
      .selectFrom('reminders as r')
      .innerJoin('messages as m', 'm.id', 'r.message_id')
      .select('m.opens')
      .where('r.loan_id', '=', loanId)
      .executeTakeFirstOrThrow();
    expect(message.opens).toBe(`/billDetail?loanId=${loanId}`);
  }
});

slow('drops a reminder that could not be sent before 22:00', async () => {
  const borrower = await debtor(8);
  await at('21:59', 5);
  await inTx(app.db, (tx) => storeSetting(tx, 'smsOn', false, 'test', app.clocks.wall()));
  app.context.settings.forget();
  await app.app.jobs['reminder.look']({});
  const [job = { messageId: '' }] = app.jobs.splice(0);
  await expect(app.app.jobs['reminder.send'](job)).rejects.toThrow('switched off');
  await inTx(app.db, (tx) => storeSetting(tx, 'smsOn', true, 'test', app.clocks.wall()));
  app.context.settings.forget();
  await at('22:00');
  await app.app.jobs['reminder.send'](job);
  await at('10:00', 1);
  await look();
  expect(await remindersOf(borrower)).toEqual([]);
});

slow('the database allows each reminder once, and only to the borrower’s own number', async () => {
  const borrower = await debtor(8);
  await at('10:00', 5);
  await look();
  const [row] = await rowsOf(borrower);
  const set = (what: string) =>
    sql`update reminders set ${sql.raw(what)} where loan_id = ${borrower.loanId}`.execute(app.db);
  await expect(set('message_id = null')).rejects.toThrow('sent only once');
  await expect(set(`kind = 'reminderToday'`)).rejects.toThrow('permission denied');
  await expect(sql`delete from reminders`.execute(app.db)).rejects.toThrow('permission denied');
  const { borrower_id, to_sealed, text_sealed } = await app.db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', row?.message_id ?? '')
    .executeTakeFirstOrThrow();
  const other = {
    id: newId(app.clocks.wall()),
    borrower_id,
    kind: 'reminderToday',
    to_sealed,
    text_sealed,
    queued_at: app.clocks.now(),
  };
  const toAnother = app.db
    .insertInto('messages')
    .values({ ...other, to_hash: app.context.sealer.hash('phone', '+639170000000') });
  await expect(toAnother.execute()).rejects.toThrow('can go only to its borrower');
});
