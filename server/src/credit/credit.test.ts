import {
  basicSave,
  contactSave,
  creditQuery,
  identitySave,
  workSave,
} from '@sandali/contract/credit.ts';
import { centavos } from '@sandali/contract/money.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { lineOf } from '#/credit-line/credit-line.ts';
import { inTx } from '#/db/database.ts';
import { newId } from '#/platform/random.ts';
import { dataOf } from '#/testing/context.ts';
import {
  creditStatusOf,
  decideManually,
  exportPersonalData,
  knownName,
  noteAllSeen,
  reviewDue,
} from './credit.ts';
import { contacts, creditTestContext, personal, place, somePicture, work } from './testing.ts';

const { ask, person, picture, fill, identity, submitted, reviewed, clocks, app, outbox, fresh } =
  await creditTestContext();
const { db } = app;
const statusOf = async (borrowerId: string) => await creditStatusOf(db, borrowerId, clocks.now());
const id = () => newId(clocks.wall());
const applicationOf = async ({ borrowerId }: { borrowerId: string }) =>
  (
    await db
      .selectFrom('credit_applications')
      .select('id')
      .where('borrower_id', '=', borrowerId)
      .executeTakeFirstOrThrow()
  ).id;
const decisionsOf = async (borrowerId: string) =>
  await db
    .selectFrom('credit_decisions as d')
    .innerJoin('credit_applications as a', 'a.id', 'd.application_id')
    .selectAll('d')
    .select('a.borrower_id')
    .where('a.borrower_id', '=', borrowerId)
    .orderBy('d.number')
    .execute();

test('processes an application from its first step to its approval', async () => {
  const anna = await person();
  expect(await statusOf(anna.borrowerId)).toMatchObject({ state: 'none', nextStep: 'personal' });
  expect(await knownName(app, db, anna.borrowerId)).toBeNull();
  const link = 'https://www.facebook.com/ligaya.delacruz';
  expect(dataOf(await ask(anna, basicSave, { ...personal, facebookLink: link }))).toEqual({
    state: 'filling',
    nextStep: 'contacts',
  });
  expect(dataOf(await ask(anna, contactSave, { contacts }))).toEqual({
    state: 'filling',
    nextStep: 'work',
  });
  expect(dataOf(await ask(anna, workSave, work))).toEqual({
    state: 'filling',
    nextStep: 'identity',
  });
  expect(await knownName(app, db, anna.borrowerId)).toEqual({
    firstName: 'Ligaya',
    middleName: 'Santos',
    lastName: 'Dela Cruz',
  });
  expect(dataOf(await ask(anna, creditQuery, {}))).toMatchObject({
    personal: { address: '12 Mabini St.' },
    contacts,
    work,
    identity: null,
  });

  const last = await identity(anna);
  expect(dataOf(await ask(anna, identitySave, last))).toEqual({
    state: 'autoReview',
    nextStep: null,
  });
  const status = dataOf(await ask(anna, creditQuery, {}));
  expect(status.identity).toEqual({
    idType: 'umid',
    idNumberStart: last.idNumber.slice(0, 2),
    idExpiresOn: null,
  });
  expect(Date.parse(status.answerBy ?? '') - Date.parse(status.submittedAt ?? '')).toBe(5 * 60_000);

  expect(await reviewDue(workCtx(app))).toBe(0);
  expect(await reviewed()).toBe(1);
  expect(await statusOf(anna.borrowerId)).toMatchObject({
    state: 'approved',
    nextStep: null,
    reasonGroup: null,
    resubmitOn: null,
  });
  expect(await lineOf(db, anna.borrowerId)).toMatchObject({
    limitCentavos: 90_000_00,
    availableCentavos: 90_000_00,
  });
  const decisions = await decisionsOf(anna.borrowerId);
  expect(decisions).toMatchObject([
    {
      outcome: 'approved',
      decided_by: 'review engine',
      rules_fired: [{ rule: 'facebookLink', says: 'bonus' }],
    },
  ]);
  const trail = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject', '=', decisions[0]?.application_id ?? '')
    .execute();
  expect(trail).toMatchObject([
    {
      who: 'review engine',
      act: 'creditApproved',
      detail: { limitCentavos: 90_000_00, rules: ['facebookLink'] },
    },
  ]);
  expect((await outbox(anna.phone)).at(-1)).toContain('₱90,000');
  expect(await reviewed()).toBe(0);
  expect((await ask(anna, basicSave, personal)).name).toBe('creditLocked');
});

test('the database does not store readable personal data of an application', async () => {
  const anna = await person();
  await submitted(anna, { identity: { idNumber: '987654321012' } });
  const { rows } = await fresh.app.pool.query(
    'select row_to_json(a)::text || coalesce(row_to_json(p)::text, $1) as text from credit_applications a left join pictures p using (borrower_id) where borrower_id = $2',
    ['', anna.borrowerId],
  );
  for (const secret of ['Ligaya', 'Mabini', '987654321012', '9181110001', 'Mabuhay']) {
    expect(
      rows.some(
        ({ text }) => text.includes(secret) || text.includes(Buffer.from(secret).toString('hex')),
      ),
    ).toBe(false);
  }
});

test('the first step refuses underage borrowers and unknown places', async () => {
  const anna = await person();
  const refusalOf = async (other: object) =>
    (await ask(anna, basicSave, { ...personal, ...other })).name;
  expect(await refusalOf({ bornOn: '2008-04-02' })).toBe('tooYoung');
  expect(await refusalOf({ bornOn: '2027-01-01' })).toBe('tooYoung');
  expect(await refusalOf({ barangayCode: '0000000000' })).toBe('placeUnknown');
  expect(await refusalOf({ cityCode: place.provinceCode })).toBe('placeUnknown');
  expect(await refusalOf({ firstName: 'An4' })).toBe('inputInvalid');
  expect(await refusalOf({ facebookLink: 'https://evil.example/facebook.com/a' })).toBe(
    'inputInvalid',
  );
  expect(await statusOf(anna.borrowerId)).toMatchObject({ state: 'none' });
  const { youngest } = dataOf(await ask(anna, creditQuery, {}));
  expect(youngest).toEqual({ age: 18, bornBy: '2008-04-01' });
  expect(await refusalOf({ bornOn: youngest.bornBy })).toBe('success');
});

test('refuses a step before the earlier ones are complete', async () => {
  const anna = await person();
  expect((await ask(anna, contactSave, { contacts })).name).toBe('creditStepMissing');
  expect((await ask(anna, workSave, work)).name).toBe('creditStepMissing');
  expect((await ask(anna, identitySave, await identity(anna))).name).toBe('creditStepMissing');
  dataOf(await ask(anna, basicSave, personal));
  expect((await ask(anna, workSave, work)).name).toBe('creditStepMissing');
  dataOf(await ask(anna, contactSave, { contacts }));
  expect((await ask(anna, identitySave, await identity(anna))).name).toBe('creditStepMissing');
  expect((await ask(anna, workSave, { ...work, barangayCode: '0000000000' })).name).toBe(
    'placeUnknown',
  );
});

test('requires three references other than the borrower, including one family member', async () => {
  const anna = await person();
  dataOf(await ask(anna, basicSave, personal));
  const [first, second, third] = contacts as [
    (typeof contacts)[0],
    (typeof contacts)[1],
    (typeof contacts)[2],
  ];
  const refusalOf = async (three: object[]) =>
    (await ask(anna, contactSave, { contacts: three as typeof contacts })).name;
  expect(await refusalOf([first, second, { ...third, phone: first.phone }])).toBe(
    'contactsNotDistinct',
  );
  expect(await refusalOf([first, second, { ...third, phone: anna.phone }])).toBe(
    'contactIsOwnNumber',
  );
  expect(await refusalOf([first, { ...second, relationship: 'oneself' }, third])).toBe(
    'contactIsOwnNumber',
  );
  expect(await refusalOf([{ ...first, relationship: 'friend' }, second, third])).toBe(
    'contactFamilyMissing',
  );
  expect(await refusalOf([first, second])).toBe('inputInvalid');
  expect(await statusOf(anna.borrowerId)).toMatchObject({ nextStep: 'contacts' });
});

slow('accepts only the borrower’s own pictures, each for its purpose', async () => {
  const [anna, ben] = [await person(), await person()];
  await fill(anna);
  const refusalOf = async (other: object) =>
    (await ask(anna, identitySave, { ...mine, ...other })).name;
  const mine = await identity(anna);
  expect(await refusalOf({ frontPictureId: id() })).toBe('pictureMissing');
  expect(await refusalOf({ frontPictureId: await picture(ben, 'idFront') })).toBe('pictureMissing');
  expect(await refusalOf({ frontPictureId: mine.selfiePictureId })).toBe('pictureMissing');
  expect(await refusalOf({})).toBe('success');
});

slow('accepts an ID number from one person only, even for another type or in a race', async () => {
  const [anna, ben, carla] = [await person(), await person(), await person()];
  await submitted(anna, { identity: { idNumber: 'ab1234567' } });
  await fill(ben);
  expect(
    (
      await ask(
        ben,
        identitySave,
        await identity(ben, { idType: 'passport', idNumber: 'AB1234567' }),
      )
    ).name,
  ).toBe('idNumberTaken');
  await fill(carla);
  const inputs = await Promise.all(
    [ben, carla].map((who) => identity(who, { idNumber: 'RACE00001' })),
  );
  const answers = await Promise.all(
    [ben, carla].map((who, i) => ask(who, identitySave, inputs[i] as (typeof inputs)[0])),
  );
  expect(answers.map((answer) => answer.name).sort()).toEqual(['idNumberTaken', 'success']);
});

test('returns the same response to a repeated request and changes nothing', async () => {
  const anna = await person();
  const twice = async (call: typeof basicSave, input: never) => {
    const requestId = id();
    const first = await ask(anna, call, input, requestId);
    return [first, await ask(anna, call, input, requestId)] as const;
  };
  for (const [call, input] of [
    [basicSave, personal],
    [contactSave, { contacts }],
    [workSave, work],
  ]) {
    const [first, second] = await twice(call as never, input as never);
    expect(second).toEqual(first);
    expect(first.name).toBe('success');
  }
  const [first, second] = await twice(identitySave as never, (await identity(anna)) as never);
  expect(second).toEqual(first);
  expect(first.name).toBe('success');
  const rows = await db
    .selectFrom('credit_applications')
    .select('id')
    .where('borrower_id', '=', anna.borrowerId)
    .execute();
  expect(rows).toHaveLength(1);
});

slow('concurrent calls begin only one application and submit it only once', async () => {
  const anna = await person();
  const begun = await Promise.all(Array.from({ length: 6 }, () => ask(anna, basicSave, personal)));
  expect(begun.map((answer) => answer.name)).toEqual(Array(6).fill('success'));
  await fill(anna);
  const last = [await identity(anna), await identity(anna)];
  const answers = await Promise.all(last.map((input) => ask(anna, identitySave, input)));
  expect(answers.map((answer) => answer.name).sort()).toEqual(['creditLocked', 'success']);
  const rows = await db
    .selectFrom('credit_applications')
    .select('number')
    .where('borrower_id', '=', anna.borrowerId)
    .execute();
  expect(rows).toEqual([{ number: 1 }]);
});

slow('concurrent workers decide each application once', async () => {
  const people = [await person(), await person(), await person()];
  for (const who of people) await submitted(who);
  clocks.addMs(60_000);
  const counts = await Promise.all([
    reviewDue(workCtx(app)),
    reviewDue(workCtx(app)),
    reviewDue(workCtx(app)),
  ]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(3);
  for (const who of people) expect(await decisionsOf(who.borrowerId)).toHaveLength(1);
});

slow('retries a review with an expired lease and asks a reviewer after five attempts', async () => {
  const [anna, ben] = [await person(), await person()];
  await submitted(anna);
  await submitted(ben);
  clocks.addMs(60_000);
  const leased = clocks.wall().add({ seconds: 30 });
  await db.updateTable('credit_reviews').set({ lease_until: leased, attempts: 1 }).execute();
  await db
    .updateTable('credit_reviews')
    .set({ attempts: 5 })
    .where('application_id', 'in', (of) =>
      of.selectFrom('credit_applications').select('id').where('borrower_id', '=', ben.borrowerId),
    )
    .execute();
  expect(await reviewDue(workCtx(app))).toBe(0);
  clocks.addMs(30_000);
  expect(await reviewDue(workCtx(app))).toBe(2);
  expect((await statusOf(anna.borrowerId)).state).toBe('approved');
  expect((await statusOf(ben.borrowerId)).state).toBe('manualReview');
});

test('from the resubmission date, a new application starts with the old answers', async () => {
  const anna = await person();
  await submitted(anna, { work: { employmentType: 'none', fundSource: 'other' } });
  await reviewed();
  expect(await statusOf(anna.borrowerId)).toMatchObject({
    state: 'rejected',
    reasonGroup: 'income',
    resubmitOn: '2026-04-08',
    nextStep: null,
  });
  expect(await lineOf(db, anna.borrowerId)).toBeNull();
  expect((await outbox(anna.phone)).at(-1)).toContain('8 Apr 2026');
  expect((await ask(anna, workSave, work)).name).toBe('creditLocked');
  clocks.addDays(7);
  expect(await statusOf(anna.borrowerId)).toMatchObject({
    state: 'rejected',
    nextStep: 'personal',
  });
  expect(dataOf(await ask(anna, workSave, work))).toEqual({
    state: 'filling',
    nextStep: 'identity',
  });
  expect(dataOf(await ask(anna, creditQuery, {}))).toMatchObject({
    personal: { address: '12 Mabini St.' },
    identity: { idType: 'umid' },
  });
  dataOf(await ask(anna, identitySave, await identity(anna)));
  await reviewed();
  expect(await statusOf(anna.borrowerId)).toMatchObject({ state: 'approved', reasonGroup: null });
  expect(
    (await exportPersonalData(app, db, anna.borrowerId, clocks.now())).applications.map(
      (application) => application.number,
    ),
  ).toEqual([1, 2]);
  clocks.setNow('2026-04-01T02:00:00Z');
});

slow('a reviewer decides once on an application with another borrower’s picture', async () => {
  const [anna, ben] = [await person(), await person()];
  const bytes = await somePicture();
  await submitted(anna, { identity: { frontPictureId: await picture(anna, 'idFront', bytes) } });
  await submitted(ben, { identity: { frontPictureId: await picture(ben, 'idFront', bytes) } });
  await reviewed();
  expect(await statusOf(ben.borrowerId)).toMatchObject({ state: 'manualReview', decidedAt: null });
  const [referredToPerson] = await decisionsOf(ben.borrowerId);
  expect(referredToPerson?.rules_fired).toEqual([
    {
      rule: 'samePicture',
      says: 'manual',
      facts: { people: 1 },
      others: [await applicationOf(anna)],
    },
  ]);
  const applicationId = referredToPerson?.application_id ?? '';
  await inTx(db, (tx) => noteAllSeen(tx, applicationId, { who: 'Rosa', at: clocks.now() }));
  const approve = (limit: number) =>
    inTx(db, (tx) =>
      decideManually(
        workCtx(app),
        tx,
        applicationId,
        { outcome: 'approved', limitCentavos: centavos(limit) },
        'Rosa',
        'twins',
      ),
    );
  const outcomes = await Promise.all([approve(60_000_00), approve(60_000_00)]);
  expect(outcomes.sort()).toEqual([false, true]);
  expect(await lineOf(db, ben.borrowerId)).toMatchObject({ limitCentavos: 60_000_00 });
  expect(await decisionsOf(ben.borrowerId)).toMatchObject([
    { outcome: 'manual' },
    { outcome: 'approved', decided_by: 'Rosa' },
  ]);
  const trail = await db
    .selectFrom('audit_log')
    .select(['who', 'act', 'reason'])
    .where('subject', '=', applicationId)
    .where('act', '<>', 'sandboxLook')
    .orderBy('id')
    .execute();
  expect(trail).toEqual([
    { who: 'review engine', act: 'creditHandedOn', reason: null },
    { who: 'Rosa', act: 'creditApproved', reason: 'twins' },
  ]);
  expect(
    await inTx(db, (tx) =>
      decideManually(workCtx(app), tx, id(), { outcome: 'approved' }, 'Rosa', 'none'),
    ),
  ).toBe(false);
});

test('accepts only one decision when a reviewer and the engine race', async () => {
  const anna = await person();
  await submitted(anna);
  clocks.addMs(60_000);
  const row = await db
    .selectFrom('credit_applications')
    .select('id')
    .where('borrower_id', '=', anna.borrowerId)
    .executeTakeFirstOrThrow();
  const [engine, rosa] = await Promise.all([
    reviewDue(workCtx(app)),
    inTx(db, (tx) =>
      decideManually(
        workCtx(app),
        tx,
        row.id,
        { outcome: 'rejected', reasonGroup: 'other' },
        'Rosa',
        'a call',
      ),
    ),
  ]);
  expect(engine + (rosa ? 1 : 0)).toBe(1);
  expect(await decisionsOf(anna.borrowerId)).toHaveLength(1);
});

test('decides a night-time application at eight in the morning', async () => {
  clocks.setNow('2026-04-01T19:30:00Z');
  const anna = await person();
  await submitted(anna);
  expect(await statusOf(anna.borrowerId)).toMatchObject({
    state: 'submitted',
    answerBy: '2026-04-02T00:00:00.000Z',
  });
  expect(await reviewed()).toBe(0);
  clocks.setNow('2026-04-02T00:00:00Z');
  expect((await statusOf(anna.borrowerId)).state).toBe('autoReview');
  expect(await reviewDue(workCtx(app))).toBe(1);
  expect((await statusOf(anna.borrowerId)).state).toBe('approved');
  clocks.setNow('2026-04-01T02:00:00Z');
});
