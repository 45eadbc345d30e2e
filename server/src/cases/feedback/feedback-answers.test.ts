// Staff read and answer feedback, and the borrower gets the answer.
import { userInfo } from '@sandali/contract/account.ts';
import { feedbackList, feedbackSubmit } from '@sandali/contract/home.ts';
import { noticeList } from '@sandali/contract/notifications.ts';
import { dataDelete, dataExport, dataQuery } from '@sandali/contract/privacy.ts';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { warnOfLateFeedback } from '#/cases/late.ts';
import { workCtx } from '#/context/ctx.ts';
import { testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';

const app = await testApp();
const ops = testOps(app.context);
const [rosa, finn] = [await ops.person('support'), await ops.person('finance')];
const withReason = { reason: 'weekly answers' };
const words = 'Salamat. Nasa listahan namin ang 30 araw.';

async function somebody() {
  const who = await app.person();
  const { userGid } = await who.client.must(userInfo, {});
  const say = (input: { type: 1 | 2 | 3 | 6; describe: string }) =>
    who.client.must(feedbackSubmit, { ...input, userGid } as never);
  const own = async () => (await who.client.must(feedbackList, {})).feedback;
  return { ...who, userGid, say, own };
}
const day = () => app.today().toString();
type Listed = { id: string; kind: string; person: string; wanted: string | null };
const listed = async (input: object) =>
  (await rosa.ask('feedback list', input)).data.feedback as Listed[];

test('a borrower sees staff’s answer to their feedback', async () => {
  const anna = await somebody();
  await anna.say({ type: 2, describe: '24' });
  app.clocks.addMs(1000);
  await anna.say({ type: 6, describe: 'Sahod ko ay sa ika-30.' });
  const { days } = (await finn.ask('feedback list')).data as { days: object[] };
  expect(days).toEqual([
    { day: day(), kind: 'term', count: 1, waiting: 1 },
    { day: day(), kind: 'others', count: 1, waiting: 1 },
  ]);
  expect((await listed({ day: day() })).map((row) => [row.kind, row.wanted])).toEqual([
    ['others', null],
    ['term', '24 days'],
  ]);
  const [row] = await listed({ day: day(), kind: 'others' });
  const id = row?.id ?? '';
  expect(JSON.stringify(row)).not.toContain('Sahod');
  expect(await listed({ day: '2020-01-01' })).toEqual([]);

  expect((await rosa.ask('feedback show', { id })).wrong).toContain('needs a reason');
  expect((await finn.ask('feedback show', { id }, withReason)).status).toBe(403);
  expect((await finn.ask('feedback answer', { id, words }, withReason)).status).toBe(403);
  const shown = (await rosa.ask('feedback show', { id }, withReason)).data.feedback;
  expect(shown).toMatchObject({
    kind: 'others',
    language: 'en',
    comment: 'Sahod ko ay sa ika-30.',
    answer: null,
    answeredBy: null,
  });
  expect(await ops.lastRow()).toMatchObject({
    act: 'ops feedback show',
    subject: anna.userGid,
    reason: withReason.reason,
    detail: { feedback: id },
  });

  const sent = await app.db.selectFrom('sandbox_messages').select('id').execute();
  const answers = await Promise.all(
    [1, 2].map(() => rosa.ask('feedback answer', { id, words }, withReason)),
  );
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
  expect(answers.find((answer) => answer.status === 422)?.wrong).toBe(
    'This feedback is already answered.',
  );
  expect(await anna.own()).toMatchObject([
    {
      feedbackId: id,
      type: 6,
      comment: 'Sahod ko ay sa ika-30.',
      answer: words,
      answeredAt: expect.any(String),
    },
    { type: 2, wantedTermDays: 24, comment: null, answer: null, answeredAt: null },
  ]);
  const [notice, ...others] = (await anna.client.must(noticeList, {})).notices.filter((notice) =>
    notice.text.includes('feedback on our offer'),
  );
  expect([notice?.opens, others]).toEqual([`/complaints?feedback=${id}`, []]);
  expect(await app.db.selectFrom('sandbox_messages').select('id').execute()).toEqual(sent);
  expect(await finn.ask('feedback list', { kind: 'others' })).toMatchObject({
    data: { days: [{ count: 1, waiting: 0 }] },
  });
  expect((await rosa.ask('feedback show', { id: anna.userGid }, withReason)).wrong).toBe(
    `There is no feedback ${anna.userGid}.`,
  );
  const looks = (await anna.client.must(dataQuery, {})).looks.map((look) => [
    look.act,
    look.role,
    look.reason,
  ]);
  expect(looks).toContainEqual(['feedback show', 'support', withReason.reason]);
});

test('a feedback answer is sealed, exported and deleted with the account', async () => {
  const [ben, carla] = [await somebody(), await somebody()];
  await ben.say({ type: 3, describe: '' });
  const id =
    (await listed({ day: day(), kind: 'interest' })).find((row) => row.person === ben.userGid)
      ?.id ?? '';
  await rosa.ask('feedback answer', { id, words }, withReason);
  expect(await carla.own()).toEqual([]);
  const row = await app.db
    .selectFrom('feedback_answers')
    .selectAll()
    .where('feedback_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row.text_sealed.toString('latin1')).not.toContain('Salamat');
  const { bytes } = await ben.client.must(dataExport, { format: 'json' });
  expect(JSON.parse(Buffer.from(bytes, 'base64').toString()).feedback).toMatchObject([
    { type: 3, answer: words },
  ]);
  await expect(
    sql`update feedback_answers set answered_by = 'Mia' where feedback_id = ${id}`.execute(app.db),
  ).rejects.toThrow('permission denied');
  await expect(
    sql`delete from feedback_answers where feedback_id = ${id}`.execute(app.db),
  ).rejects.toThrow('permission denied');
  const wrong = {
    feedback_id: id,
    borrower_id: carla.userGid,
    text_sealed: row.text_sealed,
    answered_at: row.answered_at,
    answered_by: 'Mia',
  };
  await expect(app.db.insertInto('feedback_answers').values(wrong).execute()).rejects.toThrow(
    'must go to the sender',
  );
  await ben.client.must(dataDelete, { password: ben.life.password });
  expect(
    await app.db
      .selectFrom('feedback_answers')
      .select('feedback_id')
      .where('borrower_id', '=', ben.userGid)
      .execute(),
  ).toEqual([]);
  expect((await rosa.ask('feedback answer', { id, words }, withReason)).wrong).toBe(
    `There is no feedback ${id}.`,
  );
});

test('feedback is counted by Manila day, to the last millisecond', async () => {
  for (const now of ['2027-05-01T15:59:59.999Z', '2027-05-01T16:00:00Z']) {
    const who = await somebody();
    app.clocks.setNow(now);
    await who.say({ type: 1, describe: '20000' });
  }
  expect(
    [await listed({ day: '2027-05-01' }), await listed({ day: '2027-05-02' })].map(
      (all) => all.length,
    ),
  ).toEqual([1, 1]);
});

test('feedback comments unanswered for seven days raise an alarm and stay listed', async () => {
  const anna = await somebody();
  app.clocks.setNow('2027-05-03T04:00:00Z');
  await anna.say({ type: 6, describe: 'Sana may 30 araw.' });
  const id = (await listed({ day: day() }))[0]?.id ?? '';
  await (await somebody()).say({ type: 1, describe: '20000' });
  const warn = vi.spyOn(app.context.log, 'warn');
  const alarm = async () => {
    warn.mockClear();
    await warnOfLateFeedback(workCtx(app.context));
    const { alarms } = (await (await ops.listener.request('/alarms')).json()) as {
      alarms: { feedbackUnanswered: number };
    };
    return [alarms.feedbackUnanswered, ...warn.mock.calls.map(([words]) => words)];
  };
  const before = (await alarm())[0] as number;
  app.clocks.setNow('2027-05-10T15:59:59Z');
  expect((await alarm())[0]).toBe(before);
  app.clocks.setNow('2027-05-10T16:00:00Z');
  expect(await alarm()).toEqual([before + 1, 'feedback has no answer: ops feedback list']);
  app.clocks.setNow('2027-09-01T04:00:00Z');
  expect((await rosa.ask('feedback list')).data.days).toContainEqual({
    day: '2027-05-03',
    kind: 'others',
    count: 1,
    waiting: 1,
  });
  expect((await rosa.ask('feedback answer', { id, words }, withReason)).status).toBe(200);
  expect((await alarm())[0]).toBe(before);
});
