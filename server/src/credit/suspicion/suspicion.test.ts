// Tests that one person records a suspicious transaction, another decides on it, and the borrower
// never learns of it.
import { dataQuery } from '@sandali/contract/privacy.ts';
import { expect, test } from 'vitest';
import { pendingApprovals, proposalAbout, testOps } from '#/staff/testing.ts';
import { gidOf, type Person, testApp } from '#/testing/app.ts';
import { deleteOldSuspicions } from './store.ts';

const app = await testApp();
const ops = testOps(app.context);
const [rosa, pedro] = [await ops.person('compliance'), await ops.person('compliance')];
const support = await ops.person('support');
const withReason = { reason: 'ticket 812' };
const words = 'Three loans were repaid within an hour by strangers.';

async function recorded(anna: Person): Promise<string> {
  const of = { person: await gidOf(anna), noticedOn: '2026-11-19', words };
  const { status, data } = await rosa.ask('suspicion record', of, withReason);
  expect(status).toBe(200);
  return (data as { report: { id: string } }).report.id;
}
const looks = async ({ ask }: typeof pedro, report: string) =>
  expect((await ask('suspicion show', { report }, withReason)).status).toBe(200);
const outcomes = async (report: string) => {
  const lists = await Promise.all(
    ['waiting', 'decided'].map((state) => pedro.ask('suspicion list', { state }, withReason)),
  );
  const reports = lists.flatMap(
    ({ data }) => data.reports as { id: string; outcome: string | null }[],
  );
  return reports.filter((row) => row.id === report).map((row) => row.outcome);
};

test('lets only a second person release a report, once and with a reference', async () => {
  const report = await recorded(await app.person());
  expect(await pendingApprovals(pedro)).toContain(`suspicion release: ${report}, by ${rosa.name}`);
  expect(await proposalAbout(pedro, report)).toEqual({
    facts: ['noticed on | – | 2026-11-19'],
    about: ['suspicion', report],
    line: `suspicion release ${report} --reference <reference> --reason "…"`,
  });
  const release = { report, reference: 'STR-2026-0001' };
  await looks(rosa, report);
  expect((await rosa.ask('suspicion release', release, withReason)).wrong).toMatch(
    'Ask another person to confirm it',
  );
  expect(await outcomes(report)).toEqual([null]);
  await looks(pedro, report);
  expect((await pedro.ask('suspicion release', release)).wrong).toMatch('needs a reason');
  expect((await pedro.ask('suspicion release', release, withReason)).status).toBe(200);
  expect(await outcomes(report)).toEqual(['released']);
  expect((await pedro.ask('suspicion dismiss', { report }, withReason)).wrong).toBe(
    'This report is already released.',
  );
  const { report: seen } = (await rosa.ask('suspicion show', { report }, withReason)).data as {
    report: object;
  };
  expect(seen).toMatchObject({ words, reference: 'STR-2026-0001', recordedBy: rosa.name });
});

test('keeps the record of a suspicion that a second person dismisses as unfounded', async () => {
  const report = await recorded(await app.person());
  await looks(rosa, report);
  expect((await rosa.ask('suspicion dismiss', { report }, withReason)).wrong).toMatch(
    'Ask another person to confirm it',
  );
  await looks(pedro, report);
  expect((await pedro.ask('suspicion dismiss', { report }, withReason)).status).toBe(200);
  expect(await outcomes(report)).toEqual(['unfounded']);
});

test('requires staff to view a report’s current state before they decide on it', async () => {
  const report = await recorded(await app.person());
  const release = { report, reference: 'STR-2026-0002' };
  const first = `View the current state first: suspicion show ${report}`;
  expect((await pedro.ask('suspicion release', release, withReason)).wrong).toBe(first);
  expect((await pedro.ask('suspicion dismiss', { report }, withReason)).wrong).toBe(first);
  const otherReport = await recorded(await app.person());
  await looks(pedro, otherReport);
  await looks(rosa, report);
  expect((await pedro.ask('suspicion release', release, withReason)).wrong).toBe(first);
  expect(await outcomes(report)).toEqual([null]);
});

test('only compliance can view and record reports of suspicions', async () => {
  const anna = await app.person();
  const report = await recorded(anna);
  const of = { person: await gidOf(anna), noticedOn: '2026-11-19', words };
  const answers = [
    await support.ask('suspicion list', {}, withReason),
    await support.ask('suspicion show', { report }, withReason),
    await support.ask('suspicion record', of, withReason),
    await support.ask('suspicion release', { report, reference: 'X-1' }, withReason),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
});

test('hides a report, and staff access to it, from the borrower', async () => {
  const anna = await app.person();
  const report = await recorded(anna);
  await pedro.ask('suspicion show', { report }, withReason);
  const shown = JSON.stringify(await anna.client.must(dataQuery, {}));
  for (const word of ['suspicion', report, words, withReason.reason])
    expect(shown).not.toContain(word);
  const rows = await app.db
    .selectFrom('audit_log')
    .select('act')
    .where('subject', '=', await gidOf(anna))
    .where('act', 'like', '%suspicion%')
    .execute();
  expect(rows).toEqual([]);
  expect(await ops.lastRow()).toMatchObject({ act: 'ops suspicion show', subject: report });
});

test('the database requires two people to decide a report, and keeps pending reports', async () => {
  const report = await recorded(await app.person());
  const decided = { decided_at: app.clocks.now(), outcome: 'unfounded' };
  const update = app.db
    .updateTable('suspicion_reports')
    .set(decided)
    .where('id', '=', report)
    .execute();
  await expect(update).rejects.toThrow('deciding on a suspicion needs two people');
  const { approval_id } = await app.db
    .selectFrom('suspicion_reports')
    .select('approval_id')
    .where('id', '=', report)
    .executeTakeFirstOrThrow();
  await ops.confirmsInDatabase(approval_id, pedro.name);
  const unseen = app.db
    .updateTable('suspicion_reports')
    .set(decided)
    .where('id', '=', report)
    .execute();
  await expect(unseen).rejects.toThrow('must first view the current state');
  const removed = app.db.deleteFrom('suspicion_reports').where('id', '=', report).execute();
  await expect(removed).rejects.toThrow('a pending suspicion cannot be deleted');
  const row = await app.db
    .selectFrom('suspicion_reports')
    .select('words_sealed')
    .where('id', '=', report)
    .executeTakeFirstOrThrow();
  expect(row.words_sealed.toString('latin1')).not.toContain('strangers');
});

test('deletes suspicion reports that were decided before the given instant', async () => {
  const report = await recorded(await app.person());
  await looks(pedro, report);
  await pedro.ask('suspicion dismiss', { report }, withReason);
  const now = app.clocks.now();
  await deleteOldSuspicions(app.db, now);
  expect(await outcomes(report)).toEqual(['unfounded']);
  await deleteOldSuspicions(app.db, now.add({ seconds: 1 }));
  expect(await outcomes(report)).toEqual([]);
});
