// A reviewer requests a picture again, and the application waits for the borrower.
import { creditQuery, pictureReplace, pictureUpload } from '@sandali/contract/credit.ts';
import { dayMs } from '@sandali/contract/day.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { noticeList } from '@sandali/contract/notifications.ts';
import { dataQuery } from '@sandali/contract/privacy.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { deleteUnsentPictures } from '#/credit/application/retention.ts';
import { decideManually } from '#/credit/review/decide-manually.ts';
import { reviewAgain } from '#/credit/review/review-again.ts';
import { applicationById } from '#/credit/store.ts';
import { somePicture } from '#/credit/testing.ts';
import { inTx } from '#/db/database.ts';
import { newId } from '#/platform/random.ts';
import { testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';
import { startRule } from '#/testing/rules.ts';
import { alarmForUntaken } from './lease.ts';
import { sendAgain, viewForApproval, waitingPerson } from './testing.ts';

const app = await testApp();
const ops = testOps(app.context);
const [rosa, ben] = [await ops.person('reviewer'), await ops.person('reviewer')];
const withReason = { reason: 'ticket 31' };
beforeEach(() => app.clocks.setNow('2026-11-20T02:00:00Z'));

type Who = typeof rosa;
type Waiting = Awaited<ReturnType<typeof waitingPerson>>;
const take = ({ ask }: Who, application: string) => ask('review take', { application });
const requestAgain = ({ ask }: Who, application: string, which = 'front', fault = 'blurred') =>
  ask('review ask-photo', { application, which, fault }, withReason);
/** Returns a person from whom Rosa has just requested a picture again. */
async function requestedPerson(which = 'front', fault = 'blurred'): Promise<Waiting> {
  const anna = await waitingPerson(app);
  expect((await take(rosa, anna.application)).status).toBe(200);
  expect((await requestAgain(rosa, anna.application, which, fault)).wrong).toBe('');
  return anna;
}
const requestedOf = async ({ client }: Waiting) =>
  (await client.must(userMulti, {})).credit.requestedPictures;
const queue = async () =>
  ((await ben.ask('review list')).data.applications as { application: string }[]).map(
    (row) => row.application,
  );
const endings = async ({ application }: Waiting) =>
  (
    await app.db
      .selectFrom('picture_requests')
      .select('ended_as')
      .where('application_id', '=', application)
      .execute()
  )
    .map((row) => row.ended_as)
    .sort();
const placeOf = async ({ application }: Waiting) =>
  await app.db
    .selectFrom('manual_reviews')
    .selectAll()
    .where('application_id', '=', application)
    .executeTakeFirst();
const rowOf = async ({ application }: Waiting) => {
  const latest = await applicationById(app.db, application);
  if (!latest) throw new Error('the application is missing');
  return latest.row;
};
const waitsForBorrower = {
  status: 422,
  wrong: `${rosa.name} has requested a picture again. The application waits for the borrower until 2026-11-27.`,
};

slow('a requested picture arrives, and the application is approved in its old place', async () => {
  const anna = await waitingPerson(app);
  app.clocks.addMs(60_000);
  const later = await waitingPerson(app);
  const place = await placeOf(anna);
  const before = await rowOf(anna);
  expect(await requestedOf(anna)).toEqual([]);
  await take(rosa, anna.application);
  await viewForApproval(rosa, anna.application);
  expect(await requestAgain(rosa, anna.application)).toMatchObject({
    status: 200,
    data: { application: anna.application, which: 'front', until: '2026-11-27' },
  });

  // The borrower reads why, in the app and in a message.
  expect(await anna.client.must(creditQuery, {})).toMatchObject({ state: 'manualReview' });
  expect(await requestedOf(anna)).toEqual([
    { purpose: 'idFront', fault: 'blurred', until: '2026-11-27' },
  ]);
  expect((await anna.client.must(noticeList, {})).notices[0]).toMatchObject({
    title: 'We need one photo again',
    text: expect.stringContaining('the photo of your ID again and send it in the app by 27 Nov'),
    opens: '/creditStatus',
  });
  expect((await anna.client.must(dataQuery, {})).looks[0]).toMatchObject({
    act: 'review ask-photo',
    reason: 'ticket 31',
  });

  // Meanwhile nobody can take it, and it raises no alarm.
  expect(await placeOf(anna)).toMatchObject({ taken_by: null, taken_until: null, alarm_step: 0 });
  expect(await queue()).toEqual([later.application]);
  expect(await take(ben, anna.application)).toMatchObject(waitsForBorrower);
  expect(await take(rosa, anna.application)).toMatchObject(waitsForBorrower);
  expect((await ben.ask('review take')).data).toMatchObject({ application: later.application });
  await ben.ask('review release', { application: later.application });
  app.clocks.addMs(31 * 60_000);
  expect(await alarmForUntaken(workCtx(app.context))).toBe(1); // the later application
  const show = await ben.ask('review show', { application: anna.application }, withReason);
  expect(show.data.application).toMatchObject({
    callBackAt: null,
    pictureRequests: [
      { by: rosa.name, which: 'front', fault: 'blurred', until: '2026-11-27', outcome: 'open' },
    ],
  });

  expect(await sendAgain(anna.client, 'idFront')).toMatchObject({ name: 'success' });
  const after = await rowOf(anna);
  expect(after.front_picture_id).not.toBe(before.front_picture_id);
  expect(after.selfie_picture_id).toBe(before.selfie_picture_id);
  expect(await requestedOf(anna)).toEqual([]);
  expect(await queue()).toEqual([anna.application, later.application]);
  expect(await placeOf(anna)).toMatchObject({ waiting_since: place?.waiting_since });
  expect((await rosa.ask('review take')).data).toMatchObject({ application: anna.application });
  const approve = () => rosa.ask('review approve', { application: anna.application }, withReason);
  expect((await approve()).wrong).toContain('--which front');
  await viewForApproval(rosa, anna.application);
  expect((await approve()).status).toBe(200);
  expect(await anna.client.must(creditQuery, {})).toMatchObject({ state: 'approved' });
  expect(await endings(anna)).toEqual(['sent']);
  await take(rosa, later.application);
  await rosa.ask('review reject', { application: later.application, group: 'other' }, withReason);
});

slow('a replaced picture is deleted like any picture that no application uses', async () => {
  const anna = await requestedPerson('selfie', 'cut');
  const { selfie_picture_id: old } = await rowOf(anna);
  await sendAgain(anna.client, 'selfie');
  const deletionOf = async (id: string | null) =>
    (
      await app.db
        .selectFrom('pictures')
        .select('deleted_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).deleted_at;
  await deleteUnsentPictures(workCtx(app.context));
  expect(await deletionOf(old)).toBeNull();
  app.clocks.addMs(31 * dayMs);
  await deleteUnsentPictures(workCtx(app.context));
  expect(await deletionOf(old)).not.toBeNull();
  expect(await deletionOf((await rowOf(anna)).selfie_picture_id)).toBeNull();
});

slow('without an answer the application returns to the queue after the last day', async () => {
  const anna = await requestedPerson();
  const { front_picture_id: front } = await rowOf(anna);
  app.clocks.setNow('2026-11-27T15:59:59Z'); // the last second of the last day
  expect(await take(ben, anna.application)).toMatchObject(waitsForBorrower);
  expect(await requestedOf(anna)).toHaveLength(1);
  expect(await queue()).not.toContain(anna.application);
  app.clocks.setNow('2026-11-27T16:00:00Z');
  expect(await requestedOf(anna)).toEqual([]);
  expect(await queue()).toContain(anna.application);
  expect(await sendAgain(anna.client, 'idFront')).toMatchObject({ name: 'pictureNotRequested' });
  expect((await take(ben, anna.application)).status).toBe(200);
  expect(await endings(anna)).toEqual(['expired']);
  expect((await rowOf(anna)).front_picture_id).toBe(front);
  // Ben may ask again.
  expect((await requestAgain(ben, anna.application)).data).toMatchObject({ until: '2026-12-05' });
  expect(await sendAgain(anna.client, 'idFront')).toMatchObject({ name: 'success' });
  expect(await endings(anna)).toEqual(['expired', 'sent']);
});

slow('only the holder can request pictures, each of them once', async () => {
  const anna = await waitingPerson(app);
  expect((await requestAgain(rosa, anna.application)).wrong).toContain(
    'Take the application first',
  );
  await take(ben, anna.application);
  expect((await requestAgain(rosa, anna.application)).wrong).toContain(`${ben.name} holds`);
  await ben.ask('review release', { application: anna.application });
  await take(rosa, anna.application);
  expect((await requestAgain(rosa, anna.application, 'selfie', 'expired')).wrong).toContain(
    'Only an ID',
  );
  expect((await requestAgain(rosa, anna.application)).status).toBe(200);
  expect(await requestAgain(rosa, anna.application)).toMatchObject(waitsForBorrower);
  expect(await requestAgain(ben, anna.application, 'selfie')).toMatchObject(waitsForBorrower);
  app.clocks.addMs(dayMs);
  expect((await requestAgain(rosa, anna.application, 'selfie', 'otherPerson')).status).toBe(200);
  expect(await requestedOf(anna)).toEqual([
    { purpose: 'idFront', fault: 'blurred', until: '2026-11-27' },
    { purpose: 'selfie', fault: 'otherPerson', until: '2026-11-28' },
  ]);
  expect((await sendAgain(anna.client, 'idFront')).name).toBe('success');
  expect(await queue()).not.toContain(anna.application);
  expect((await take(ben, anna.application)).status).toBe(422);
  expect((await sendAgain(anna.client, 'selfie')).name).toBe('success');
  expect(await queue()).toContain(anna.application);
  expect((await take(ben, anna.application)).status).toBe(200);
});

slow('accepts one new picture of the requested side', async () => {
  const anna = await waitingPerson(app);
  const upload = async (client: Waiting['client'], purpose: 'idFront' | 'selfie') =>
    (await client.must(pictureUpload, { purpose, bytes: await somePicture() })).pictureId;
  const early = await upload(anna.client, 'idFront');
  const replace = async (pictureId: string, id?: string) =>
    (await anna.client.ask(pictureReplace, { pictureId }, id)).name;
  expect(await replace(early)).toBe('pictureNotRequested');
  app.clocks.addMs(60_000);
  await take(rosa, anna.application);
  await requestAgain(rosa, anna.application);
  const { front_picture_id: old, selfie_picture_id: selfie } = await rowOf(anna);
  const ben2 = await app.person();
  for (const pictureId of [
    early,
    old ?? '',
    selfie ?? '',
    await upload(anna.client, 'selfie'),
    await upload(ben2.client, 'idFront'),
    newId(app.clocks.wall()),
  ])
    expect(await replace(pictureId)).toBe('pictureNotRequested');
  expect(await ben2.client.ask(pictureReplace, { pictureId: early })).toMatchObject({
    name: 'pictureNotRequested',
  });
  const good = await upload(anna.client, 'idFront');
  const again = newId(app.clocks.wall());
  expect(await replace(good, again)).toBe('success');
  expect(await replace(good, again)).toBe('success'); // the same request, repeated
  expect(await replace(await upload(anna.client, 'idFront'))).toBe('pictureNotRequested');
  expect(await endings(anna)).toEqual(['sent']);
});

slow('accepts one of two simultaneous answers', async () => {
  const anna = await requestedPerson();
  const results = await Promise.all([
    sendAgain(anna.client, 'idFront'),
    sendAgain(anna.client, 'idFront'),
  ]);
  expect(results.map(({ name }) => name).sort()).toEqual(['pictureNotRequested', 'success']);
});

slow(
  'a decision ends the request, and the next application starts without its pictures',
  async () => {
    const anna = await waitingPerson(app);
    app.clocks.addMs(60_000);
    await take(rosa, anna.application);
    await requestAgain(rosa, anna.application);
    const { pictureId } = await sendAgain(anna.client, 'idFront');
    await take(rosa, anna.application);
    await requestAgain(rosa, anna.application, 'selfie');
    await inTx(app.db, (tx) =>
      decideManually(
        workCtx(app.context),
        tx,
        anna.application,
        { outcome: 'rejected', reasonGroup: 'identity' },
        'sandbox page',
        'a test',
      ),
    );
    expect(await endings(anna)).toEqual(['overtaken', 'sent']);
    expect(await requestedOf(anna)).toEqual([]);
    expect(await sendAgain(anna.client, 'selfie')).toMatchObject({ name: 'pictureNotRequested' });
    app.clocks.setNow('2026-11-28T02:00:00Z');
    const { nextStep, frontPicture } = await anna.client.must(creditQuery, {});
    expect(nextStep).toBe('personal');
    expect(frontPicture?.id).not.toBe(pictureId);
    expect((await rowOf(anna)).front_picture_id).toBe(pictureId);
  },
);

slow('a request withdraws a limit that was proposed for the old picture', async () => {
  const anna = await waitingPerson(app);
  await take(rosa, anna.application);
  await viewForApproval(rosa, anna.application);
  const input = { application: anna.application, limitCentavos: 200_000_00 };
  expect((await rosa.ask('review approve', input, withReason)).status).toBe(200);
  await take(ben, anna.application);
  expect((await requestAgain(ben, anna.application)).status).toBe(200);
  await sendAgain(anna.client, 'idFront');
  await take(ben, anna.application);
  await viewForApproval(ben, anna.application);
  expect(
    await ben.ask('review confirm', { application: anna.application }, withReason),
  ).toMatchObject({ status: 422, wrong: 'No limit is proposed for this application.' });
});

slow('a picture of an application that is reviewed again can be requested too', async () => {
  const anna = await waitingPerson(app);
  await take(rosa, anna.application);
  await rosa.ask('review reject', { application: anna.application, group: 'identity' }, withReason);
  const decisionId = (await applicationById(app.db, anna.application))?.decision?.id ?? '';
  await inTx(app.db, (tx) =>
    reviewAgain(workCtx(app.context), tx, {
      borrowerId: anna.userGid,
      decisionId,
      who: rosa.name,
      reason: 'upheld',
    }),
  );
  const { id: application } = await app.db
    .selectFrom('credit_applications')
    .select('id')
    .where('reconsideration_of', '=', anna.application)
    .executeTakeFirstOrThrow();
  const again = { ...anna, application };
  await take(rosa, application);
  expect((await requestAgain(rosa, application)).status).toBe(200);
  const { name, pictureId } = await sendAgain(anna.client, 'idFront');
  expect(name).toBe('success');
  expect((await rowOf(again)).front_picture_id).toBe(pictureId);
  expect((await rowOf(anna)).front_picture_id).not.toBe(pictureId);
});

slow('the borrower reads the request in their own language', async () => {
  for (const [locale, words] of [
    ['fil', 'selfie mo na hawak ang ID'],
    ['vi', 'ảnh bạn cầm giấy tờ'],
    ['zh', '手持证件自拍'],
  ] as const) {
    const anna = await waitingPerson(app);
    await app.db.updateTable('borrowers').set({ locale }).where('id', '=', anna.userGid).execute();
    await take(rosa, anna.application);
    await requestAgain(rosa, anna.application, 'selfie', 'cut');
    expect((await anna.client.must(noticeList, {})).notices[0]?.text).toContain(words);
  }
});

test('server and database read the number of days from the rule', async () => {
  await startRule(app, 'pictureRequestDays', 3);
  const anna = await requestedPerson();
  expect(await requestedOf(anna)).toMatchObject([{ until: '2026-11-23' }]);
});

slow('the database refuses invalid picture requests', async () => {
  const anna = await requestedPerson();
  const other = await waitingPerson(app);
  await take(rosa, other.application);
  const { front_picture_id: front, selfie_picture_id: selfie } = await rowOf(other);
  const requestRow = (more: object = {}) => ({
    id: newId(app.clocks.wall()),
    application_id: other.application,
    purpose: 'idFront',
    fault: 'cut',
    asked_at: app.clocks.now(),
    asked_by: rosa.name,
    ends_on: app.today().add({ days: Number(app.context.rulesOn(app.today()).pictureRequestDays) }),
    old_picture_id: front ?? '',
    ...more,
  });
  const inserts = (more: object) =>
    app.db.insertInto('picture_requests').values(requestRow(more)).execute();
  const changes = (set: object, { application }: Waiting = anna) =>
    app.db
      .updateTable('picture_requests')
      .set(set)
      .where('application_id', '=', application)
      .execute();
  const now = app.clocks.now();
  const bytes = await somePicture();
  const { pictureId } = await anna.client.must(pictureUpload, { purpose: 'idFront', bytes });
  const early = await anna.client.must(pictureUpload, { purpose: 'idFront', bytes });
  await app.db
    .updateTable('pictures')
    .set({ uploaded_at: now.subtract({ seconds: 1 }) })
    .where('id', '=', early.pictureId)
    .execute();
  const sent = { ended_as: 'sent', ended_at: now, new_picture_id: pictureId };
  const refusals: [string, () => Promise<unknown>][] = [
    ['last day that the rule sets', () => inserts({ ends_on: app.today() })],
    ['only a picture of the application', () => inserts({ old_picture_id: selfie })],
    ['only the reviewer who holds', () => inserts({ asked_by: ben.name })],
    ['has no reviewer', () => inserts({})],
    ['must be open', () => inserts({ ended_as: 'overtaken', ended_at: now })],
    [
      'picture_requests_check',
      () => inserts({ purpose: 'selfie', fault: 'expired', old_picture_id: selfie }),
    ],
    ['request expires afterwards', () => changes({ ended_as: 'expired', ended_at: now })],
    ['is not the application', () => changes(sent)],
    ['with a new picture', () => changes({ ...sent, new_picture_id: selfie })],
    ['with a new picture', () => changes({ ...sent, new_picture_id: early.pictureId })],
    [
      'only when staff request it',
      () =>
        app.db
          .updateTable('credit_applications')
          .set({ front_picture_id: pictureId })
          .where('id', '=', anna.application)
          .execute(),
    ],
    [
      'has no reviewer',
      () =>
        app.db
          .updateTable('manual_reviews')
          .set({ taken_by: ben.name, taken_until: app.clocks.wall() })
          .where('application_id', '=', anna.application)
          .execute(),
    ],
    [
      'no request for a picture open',
      () =>
        sql`insert into credit_decisions (id, application_id, number, outcome, reason_group,
          resubmit_on, rules_version, inputs_hash, rules_fired, decided_at, decided_by)
          values (${newId(app.clocks.wall())}, ${anna.application}, 2, 'rejected', 'other',
          '2026-12-01', 'x', '\\x00', '[]', ${now}, ${rosa.name})`.execute(app.db),
    ],
  ];
  for (const [words, act] of refusals) await expect(act(), words).rejects.toThrow(words);
  await sendAgain(anna.client, 'idFront');
  await expect(changes({ ended_as: 'overtaken', new_picture_id: null })).rejects.toThrow(
    'ends once',
  );
});
