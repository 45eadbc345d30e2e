// An approval requires that the reviewer has viewed the application's current state.
import { slow } from '@sandali/contract/slow.testing.ts';
import { beforeEach, expect, test } from 'vitest';
import { newId } from '#/platform/random.ts';
import { testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';
import { sendAgain, viewForApproval, waitingPerson } from './testing.ts';

const app = await testApp();
const ops = testOps(app.context);
const [rosa, ben] = [await ops.person('reviewer'), await ops.person('reviewer')];
const withReason = { reason: 'owns two shops, papers seen' };
const large = 200_000_00;
beforeEach(() => app.clocks.setNow('2026-11-20T02:00:00Z'));

type Who = typeof rosa;
const takes = async ({ ask }: Who, application: string) =>
  expect((await ask('review take', { application })).status).toBe(200);
const approves = ({ ask }: Who, application: string, limitCentavos = large) =>
  ask('review approve', { application, limitCentavos }, withReason);

slow('only a reviewer who has viewed the facts and both pictures can approve', async () => {
  const { application } = await waitingPerson(app);
  const approve = () => approves(rosa, application, 100_000_00);
  await takes(ben, application);
  await viewForApproval(ben, application);
  await ben.ask('review release', { application });
  await takes(rosa, application);
  const show = `review show ${application} --reveal`;
  const photo = (which: string) => `review photo ${application} --which ${which}`;
  const before = 'View the current state first: ';
  expect((await approve()).wrong).toBe(`${before}${show}; ${photo('front')}; ${photo('selfie')}`);
  // A masked view does not count, because masked data cannot be compared with a picture.
  expect((await rosa.ask('review show', { application }, withReason)).status).toBe(200);
  await rosa.ask('review photo', { application, which: 'front' }, withReason);
  expect((await approve()).wrong).toBe(`${before}${show}; ${photo('selfie')}`);
  await viewForApproval(rosa, application);
  expect((await approve()).status).toBe(200);
});

slow('refuses an approval if the reviewer has viewed only an earlier state', async () => {
  const { application, userGid, client } = await waitingPerson(app);
  const approve = () => approves(rosa, application, 100_000_00);
  await takes(rosa, application);
  await viewForApproval(rosa, application);
  const { identity_sealed } = await app.db
    .selectFrom('credit_applications')
    .select('identity_sealed')
    .where('id', '=', application)
    .executeTakeFirstOrThrow();
  const identity = app.context.sealer.open('identity', userGid, identity_sealed ?? Buffer.alloc(0));
  const set = (more: object) =>
    app.db.updateTable('credit_applications').set(more).where('id', '=', application).execute();
  await set({ identity_sealed: app.context.sealer.seal('identity', userGid, identity) });
  expect((await approve()).wrong).toBe(
    `View the current state first: review show ${application} --reveal`,
  );

  const asked = { application, which: 'front', fault: 'blurred' };
  expect((await rosa.ask('review ask-photo', asked, withReason)).status).toBe(200);
  await sendAgain(client, 'idFront');
  await takes(rosa, application);
  await rosa.ask('review show', { application }, { ...withReason, reveal: true });
  expect((await approve()).wrong).toBe(
    `View the current state first: review photo ${application} --which front`,
  );
});

slow('only a reviewer who has viewed the proposal and earlier notes can confirm', async () => {
  const { application } = await waitingPerson(app);
  await takes(ben, application);
  await viewForApproval(ben, application);
  await ben.ask('review release', { application });
  await takes(rosa, application);
  await viewForApproval(rosa, application);
  expect(
    (await rosa.ask('review call-log', { application, result: 'reached' }, withReason)).status,
  ).toBe(200);
  expect((await approves(rosa, application)).status).toBe(200); // she need not view her own note
  await takes(ben, application);
  const confirm = () => ben.ask('review confirm', { application }, withReason);
  expect((await confirm()).wrong).toBe(
    `View the current state first: review show ${application} --reveal`,
  );
  await ben.ask('review show', { application }, { ...withReason, reveal: true });
  expect((await confirm()).status).toBe(200);
});

test('the database refuses approvals and proposals by a reviewer who viewed nothing', async () => {
  const { application } = await waitingPerson(app);
  const decision = {
    id: newId(app.clocks.wall()),
    application_id: application,
    number: 2,
    outcome: 'approved',
    limit_centavos: 6_000_000n,
    two_people_above_centavos: 15_000_000n,
    rules_version: 'x',
    inputs_hash: Buffer.alloc(32),
    rules_fired: '[]',
    decided_at: app.clocks.now(),
    decided_by: ben.name,
  };
  const decide = () => app.db.insertInto('credit_decisions').values(decision).execute();
  const propose = async () => {
    const id = await ops.proposesInDatabase('limit', ben.name);
    const row = {
      id,
      application_id: application,
      limit_centavos: BigInt(large),
      application_hash: Buffer.alloc(32),
    };
    return await app.db.insertInto('review_proposals').values(row).execute();
  };
  await expect(decide()).rejects.toThrow('must first view the current state');
  await expect(propose()).rejects.toThrow('must first view the current state');
  await takes(ben, application);
  await viewForApproval(ben, application);
  await propose();
  await decide();
});
