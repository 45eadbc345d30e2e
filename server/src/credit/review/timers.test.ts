// The engine decides two to five minutes after submission within review hours, otherwise at 08:00.
// All times are stored, so a restarted worker continues the queue.
import { creditQuery } from '@sandali/contract/credit.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { afterEach, expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { creditStatusOf, reviewDue } from '#/credit/credit.ts';
import { creditTestContext, type Person } from '#/credit/testing.ts';
import { readConfig } from '#/platform/config.ts';
import { dataOf } from '#/testing/context.ts';
import { alarmForLate, lateAnswers } from './review-due.ts';

// Outside the sandbox, the waits follow the settings.
const live = { ...readConfig({}), isSandbox: false };
const { ask, person, submitted, clocks, app, set, outbox } = await creditTestContext([], {
  config: live,
});
const { db } = app;

const manila = (text: string) =>
  Temporal.PlainDateTime.from(text).toZonedDateTime('Asia/Manila').toInstant();
const turnTo = (text: string) => clocks.setNow(manila(text).toString());
const work = () => reviewDue(workCtx(app));
const statusOf = ({ borrowerId }: Person) => creditStatusOf(db, borrowerId, clocks.now());
const decisionsOf = async ({ borrowerId }: Person) =>
  await db
    .selectFrom('credit_decisions as d')
    .innerJoin('credit_applications as a', 'a.id', 'd.application_id')
    .select(['d.decided_at', 'd.outcome'])
    .where('a.borrower_id', '=', borrowerId)
    .execute();
/** The engine rejects an applicant without income, even without screening. */
const refusable = { work: { employmentType: 'none', fundSource: 'other' } };

/** Returns a borrower who submitted an application at a Manila time. */
async function sentAt(text: string): Promise<Person> {
  const who = await person();
  turnTo(text);
  await submitted(who, refusable);
  turnTo(text);
  return who;
}

afterEach(async () => {
  await db.deleteFrom('credit_reviews').execute();
  turnTo('2026-04-01T10:00:00');
});

test('reads the waits for a review and its promised decision from the settings', async () => {
  const anna = await sentAt('2026-04-01T10:00:00');
  const [sent, due] = await momentsOf(anna);
  expect(due?.since(sent as Temporal.Instant).total('seconds')).toBe(120);
  const { submittedAt, answerBy } = dataOf(await ask(anna, creditQuery, {}));
  expect(Date.parse(answerBy ?? '') - Date.parse(submittedAt ?? '')).toBe(5 * 60_000);
  await set('reviewMinutesMin', 3);
  await set('reviewMinutesMax', 9);
  const ben = await sentAt('2026-04-01T11:00:00');
  const [sentByBen, dueOfBen] = await momentsOf(ben);
  expect(dueOfBen?.since(sentByBen as Temporal.Instant).total('seconds')).toBe(180);
  const of = dataOf(await ask(ben, creditQuery, {}));
  expect(Date.parse(of.answerBy ?? '') - Date.parse(of.submittedAt ?? '')).toBe(9 * 60_000);
  await set('reviewMinutesMin', 2);
  await set('reviewMinutesMax', 5);
});

test('decides an application only once, exactly two minutes after it was sent', async () => {
  const anna = await sentAt('2026-04-01T12:00:00');
  const [, due] = await momentsOf(anna);
  clocks.setNow((due as Temporal.Instant).subtract({ milliseconds: 1 }).toString());
  expect(await work()).toBe(0);
  clocks.setNow((due as Temporal.Instant).toString());
  expect([await work(), await work()]).toEqual([1, 0]);
  expect(await decisionsOf(anna)).toHaveLength(1);
});

test.each([
  ['at 07:59:59', '2026-04-02T07:59:59', 'submitted', '2026-04-02T08:00:00'],
  ['at 08:00', '2026-04-02T08:00:00', 'autoReview', '2026-04-02T08:02:00'],
  ['at 23:57', '2026-04-02T23:57:00', 'autoReview', '2026-04-02T23:59:00'],
  ['at 23:59:59', '2026-04-02T23:59:59', 'submitted', '2026-04-03T08:00:00'],
  ['at midnight', '2026-04-03T00:00:00', 'submitted', '2026-04-03T08:00:00'],
  ['on the last day of a year', '2026-12-31T23:59:59', 'submitted', '2027-01-01T08:00:00'],
])(
  'decides an application sent %s when its review is due, and not before',
  async (_, sent, state, decided) => {
    const anna = await sentAt(sent);
    expect((await statusOf(anna)).state).toBe(state);
    clocks.setNow(manila(decided).subtract({ milliseconds: 1 }).toString());
    expect(await work()).toBe(0);
    // Submitting the last step slightly advances the test's clock.
    clocks.setNow(manila(decided).add({ seconds: 1 }).toString());
    expect(await work()).toBe(1);
    expect(await statusOf(anna)).toMatchObject({ state: 'rejected', reasonGroup: 'income' });
  },
);

slow('after a day without a worker, reviews catch up in batches, oldest first', async () => {
  const people: Person[] = [];
  for (let nth = 0; nth < 21; nth += 1)
    people.push(await sentAt(`2026-04-05T09:${String(nth + 10)}:00`));
  const byNight = await sentAt('2026-04-06T00:30:00');
  turnTo('2026-04-06T03:00:00');
  expect(await work()).toBe(0);
  turnTo('2026-04-06T07:59:59');
  expect(await work()).toBe(0);
  turnTo('2026-04-06T08:00:00');
  expect(await work()).toBe(20);
  expect((await statusOf(people[0] as Person)).state).toBe('rejected');
  expect((await statusOf(byNight)).state).toBe('autoReview');
  expect([await work(), await work()]).toEqual([2, 0]);
  for (const who of [...people, byNight]) {
    expect(await decisionsOf(who)).toEqual([{ decided_at: clocks.now(), outcome: 'rejected' }]);
    expect((await outbox(who.phone)).filter((text) => text.includes('13 Apr 2026'))).toHaveLength(
      1,
    );
  }
});

slow('decides each application once when two workers restart together', async () => {
  const people = [
    await sentAt('2026-04-05T10:00:00'),
    await sentAt('2026-04-05T11:00:00'),
    await sentAt('2026-04-05T12:00:00'),
  ];
  turnTo('2026-04-06T12:00:00');
  const counts = await Promise.all([work(), work()]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
  for (const who of people) expect(await decisionsOf(who)).toHaveLength(1);
});

slow('raises an alarm for a decision ten minutes late and whenever the delay doubles', async () => {
  const anna = await sentAt('2026-04-07T10:00:00');
  const byNight = await sentAt('2026-04-08T00:30:00');
  const alarm = () => alarmForLate(workCtx(app));
  const late = () => lateAnswers(workCtx(app));
  const { answerBy } = await statusOf(anna);
  const after = (minutes: number) =>
    clocks.setNow(
      Temporal.Instant.from(answerBy ?? '')
        .add({ minutes, seconds: 1 })
        .toString(),
    );
  after(9);
  expect([(await statusOf(anna)).isLate, await late(), await alarm()]).toEqual([false, 0, 0]);
  after(10);
  expect(dataOf(await ask(anna, creditQuery, {}))).toMatchObject({
    state: 'autoReview',
    isLate: true,
  });
  expect([await late(), await alarm(), await alarm()]).toEqual([1, 1, 0]);
  after(21);
  expect([await alarm(), await alarm()]).toEqual([1, 0]);
  turnTo('2026-04-08T08:09:00');
  expect([(await statusOf(byNight)).isLate, await late()]).toEqual([false, 1]);
  turnTo('2026-04-08T08:10:00');
  expect([(await statusOf(byNight)).isLate, await late(), await alarm()]).toEqual([true, 2, 2]);
  expect(await work()).toBe(2);
  expect([(await statusOf(anna)).isLate, await late(), await alarm()]).toEqual([false, 0, 0]);
});

async function momentsOf({
  borrowerId,
}: Person): Promise<[Temporal.Instant | null, Temporal.Instant | null]> {
  const row = await db
    .selectFrom('credit_applications')
    .select(['submitted_at', 'review_from'])
    .where('borrower_id', '=', borrowerId)
    .executeTakeFirstOrThrow();
  return [row.submitted_at, row.review_from];
}
