import { basicSave, creditQuery } from '@sandali/contract/credit.ts';
import { userMulti, userStatusQuery } from '@sandali/contract/home.ts';
import { expect, test } from 'vitest';
import { waitingPerson } from '#/credit/manual/testing.ts';
import { testOps } from '#/ops/testing.ts';
import { applyForCredit, tellPersonal } from '#/sandbox/credit-life.ts';
import { addWallet, takeLoan } from '#/sandbox/life.ts';
import { type Person, testApp } from '#/testing/app.ts';

const app = await testApp();
const ops = testOps(app.house);
const rosa = await ops.person('reviewer');
const why = { reason: 'employer confirmed' };
const wordOf = async ({ client }: Pick<Person, 'client'>) => (await client.must(userStatusQuery, {})).showType;

test('the word of /status follows an application to its answer, and to the first loan', async () => {
  const anna = await app.person();
  expect(await wordOf(anna)).toBe(null);
  await applyForCredit(anna.life);
  expect(await wordOf(anna)).toBe('autoReview');
  app.clocks.setNow('2026-11-20T19:00:00Z');
  const night = await app.person();
  await applyForCredit(night.life);
  expect(await wordOf(night)).toBe('submitted');
  app.clocks.setNow('2026-11-20T02:00:00Z');

  const [ben, carla] = [await waitingPerson(app), await waitingPerson(app)];
  expect([await wordOf(ben), await wordOf(carla)]).toEqual(['manualReview', 'manualReview']);
  for (const { application } of [ben, carla]) await rosa.ask('review take', { application });
  await rosa.ask('review approve', { application: ben.application }, why);
  await rosa.ask('review reject', { application: carla.application, group: 'income' }, why);
  expect([await wordOf(ben), await wordOf(carla)]).toEqual(['reviewDone', 'rejected']);

  const { loanId } = await takeLoan(ben.life, await addWallet(ben.life), { termDays: 15 });
  expect(['loanSubmitting', 'approving', 'paying', 'bankProcessing']).toContain(await wordOf(ben));
  await app.until('the payout', async () => (await wordOf(ben)) === null);
  expect(loanId).toBeTruthy();
});

test('an approved borrower cannot borrow while applications are switched off', async () => {
  const { client } = await app.person({ withCredit: true });
  expect((await client.must(userMulti, {})).canBorrow).toBe(true);
  const engineer = await ops.person('engineer');
  expect((await engineer.ask('config set', { name: 'applicationsOn', text: 'false' }, { reason: 'a fault at the bank' })).status).toBe(200);
  app.house.settings.forget();
  expect((await client.must(userMulti, {})).canBorrow).toBe(false);
});

test('a Facebook link raises the estimate by the bonus that the catalogue names', async () => {
  const { client, life } = await app.person();
  const estimate = async () => (await client.must(userMulti, {})).estimate;
  expect(await estimate()).toEqual({ minimumCentavos: 60_000_00, maximumCentavos: 200_000_00 });
  await tellPersonal(life);
  const { personal } = await client.must(creditQuery, {});
  if (!personal) throw new Error('the first step was just saved');
  await client.must(basicSave, { ...personal, facebookLink: 'https://www.facebook.com/kunwari' });
  expect(await estimate()).toEqual({ minimumCentavos: 60_000_00, maximumCentavos: 210_000_00 });
});
