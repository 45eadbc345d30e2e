// Tests applications whose income is too low for any loan: the borrower's form, and a reviewer's
// decision.
import { creditQuery, identitySave, workSave } from '@sandali/contract/credit.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { loanApply, productCal, productList } from '@sandali/contract/loan.ts';
import { centavos } from '@sandali/contract/money.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { afterEach, expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import type { SettingName } from '#/context/settings.ts';
import { decideManually, noteAllSeen } from '#/credit/credit.ts';
import { viewForApproval } from '#/credit/manual/testing.ts';
import { inTx } from '#/db/database.ts';
import { identityOf, submitContacts, submitPersonal, workOf } from '#/sandbox/credit-life.ts';
import { addWallet } from '#/sandbox/life.ts';
import { testOps } from '#/staff/testing.ts';
import { agreedTo } from '#/testing/agreed.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { storeSetting } from '#/testing/settings.ts';

const app = await testApp();
const { db } = app;
const ops = testOps(app.context);
const rosa = await ops.person('reviewer');
const withReason = { reason: 'pension of her husband, seen on the passbook' };

async function set(name: SettingName, value: unknown) {
  await inTx(db, (tx) => storeSetting(tx, name, value, 'test', app.clocks.wall()));
  app.context.settings.forget();
}
afterEach(async () => {
  await set('belowShare', 'person');
  await set('dueShareMostPercent', 50);
});

/**
 * Returns a borrower with two saved steps, and a work step that states ₱20,000 to ₱40,000 a month.
 */
async function atWork() {
  const { client, life } = await app.person();
  await submitPersonal(life);
  await submitContacts(life);
  return { client, life, work: { ...(await workOf(life)), incomeBand: 'from20to40k' as const } };
}

/** Submits an application that asks for a reviewer; the engine then refers it. */
async function asked() {
  const { client, life, work } = await atWork();
  await client.must(workSave, { ...work, asksPerson: true });
  await client.must(identitySave, await identityOf(life));
  app.clocks.addMs(3 * 60_000);
  await app.work();
  const { id } = await db
    .selectFrom('credit_applications as a')
    .innerJoin('borrowers as b', 'b.id', 'a.borrower_id')
    .select('a.id')
    .where('b.phone_hash', '=', app.context.sealer.hash('phone', life.phone))
    .executeTakeFirstOrThrow();
  return { client, life, application: id };
}
const stateOf = async ({ client }: Pick<Person, 'client'>) =>
  (await client.must(creditQuery, {})).state;

test('shows the incomes too low for any loan, and whether a reviewer may decide', async () => {
  const { client } = await app.person();
  const income = async () => (await client.must(creditQuery, {})).income;
  expect(await income()).toEqual({
    least: { loanCentavos: 60_000_00, incomeCentavos: 250_000_00, sharePercent: 50 },
    below: ['under10k', 'from10to20k', 'from20to40k', 'from40to100k', 'from100to250k'],
    mayAskPerson: true,
  });
  await set('belowShare', 'refuse');
  await set('dueShareMostPercent', 100);
  expect(await income()).toMatchObject({
    below: expect.not.arrayContaining(['from250to400k']),
    mayAskPerson: false,
  });
  expect((await client.must(userMulti, {})).leastIncome).toMatchObject({ sharePercent: 100 });
});

test('saves an income too low for any loan only if the borrower asks for a reviewer', async () => {
  const { client, work } = await atWork();
  expect(await client.ask(workSave, work)).toMatchObject({ name: 'incomeTooLow' });
  expect((await client.must(creditQuery, {})).work).toBeNull();
  await client.must(workSave, { ...work, asksPerson: true });
  expect((await client.must(creditQuery, {})).work).toMatchObject({
    incomeBand: 'from20to40k',
    asksPerson: true,
  });
  // A sufficient income does not need a reviewer, so the request is not stored.
  await client.must(workSave, { ...work, incomeBand: 'from250to400k', asksPerson: true });
  expect((await client.must(creditQuery, {})).work?.asksPerson).toBe(false);
});

slow('refuses an income too low for any loan if the setting excludes staff review', async () => {
  const { client, life, work } = await atWork();
  await set('belowShare', 'refuse');
  expect(await client.ask(workSave, { ...work, asksPerson: true })).toMatchObject({
    name: 'incomeTooLow',
  });
  expect(await client.ask(identitySave, await identityOf(life))).toMatchObject({
    name: 'creditStepMissing',
  });
  // An application saved while the setting still allowed reviewers cannot be submitted either.
  await set('belowShare', 'person');
  await client.must(workSave, { ...work, asksPerson: true });
  await set('belowShare', 'refuse');
  expect(await client.ask(identitySave, await identityOf(life))).toMatchObject({
    name: 'incomeTooLow',
  });
  expect(await stateOf({ client })).toBe('filling');
});

slow('below the minimum income, a reviewer can approve only the smallest loan', async () => {
  const { client, life, application } = await asked();
  expect(await stateOf({ client })).toBe('manualReview');
  await rosa.ask('review take', { application });
  const { data } = await rosa.ask('review show', { application }, withReason);
  expect(data.application).toMatchObject({
    belowShare: { asksPerson: true, mostCentavos: 60_000_00 },
    affordableCentavos: 0,
    decisions: [{ outcome: 'manual', findings: [{ rule: 'incomeTooLow', says: 'manual' }] }],
  });
  await viewForApproval(rosa, application);
  expect(
    await rosa.ask('review approve', { application, limitCentavos: 70_000_00 }, withReason),
  ).toMatchObject({
    status: 422,
    wrong: expect.stringContaining('can grant the smallest, ₱60,000'),
  });
  expect((await rosa.ask('review approve', { application })).status).not.toBe(200);
  expect((await rosa.ask('review approve', { application }, withReason)).status).toBe(200);
  const rows = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject', '=', application)
    .where('act', '=', 'creditApproved')
    .execute();
  expect(rows).toMatchObject([
    {
      who: rosa.name,
      reason: withReason.reason,
      detail: { isBelowShare: true, limitCentavos: 60_000_00 },
    },
  ]);

  // The borrower can borrow exactly the granted limit.
  const accountId = await addWallet(life);
  const { quota, line } = await client.must(userMulti, {});
  expect([line?.borrowableCentavos, quota?.maximumCentavos, quota?.obstacle]).toEqual([
    60_000_00,
    60_000_00,
    'quotaUnaffordable',
  ]);
  expect((await client.must(productList, {})).availableCentavos).toBe(60_000_00);
  const wish = {
    amountCentavos: centavos(60_000_00),
    termDays: 15,
    channel: 'wallet',
    accountId,
  } as const;
  await client.must(loanApply, agreedTo(await client.must(productCal, wish)));
});

slow('refers a borrower who was promised a reviewer, even after the setting changes', async () => {
  const { client, life, work } = await atWork();
  await client.must(workSave, { ...work, asksPerson: true });
  await client.must(identitySave, await identityOf(life));
  await set('belowShare', 'refuse');
  app.clocks.addMs(3 * 60_000);
  await app.work();
  expect(await stateOf({ client })).toBe('manualReview');
});

test('the database requires a reviewer and a reason to approve too low an income', async () => {
  const { application } = await asked();
  await inTx(db, (tx) => noteAllSeen(tx, application, { who: 'rosa', at: app.clocks.now() }));
  const approved = async (who: string, reason: string) =>
    await inTx(db, (tx) =>
      decideManually(workCtx(app.context), tx, application, { outcome: 'approved' }, who, reason),
    );
  await expect(approved('review engine', 'it is late')).rejects.toThrow(
    /credit_decisions_below_share/,
  );
  await expect(approved('rosa', ' ')).rejects.toThrow(/requires a reason/);
  expect(await approved('rosa', 'land title seen')).toBe(true);
});

test('the database refuses a limit too high for the income without a reviewer', async () => {
  const { client } = await app.person({ withCredit: true });
  const { line } = await client.must(userMulti, {});
  expect(line?.limitCentavos).toBe(10_000_000);
  const lines = db
    .updateTable('credit_lines')
    .set({ person_limit_centavos: 6_000_000n, affordable_centavos: 0n });
  await expect(lines.execute()).rejects.toThrow(/needs the approval of a person/);
});
