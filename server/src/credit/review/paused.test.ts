// Tests the setting that pauses applications, at the borrower's last step.
import { basicSave, contactSave, identitySave, workSave } from '@sandali/contract/credit.ts';
import { expect, test } from 'vitest';
import { creditStatusOf } from '#/credit/credit.ts';
import { contacts, creditTestContext, personal, work } from '#/credit/testing.ts';
import { inTx } from '#/db/database.ts';
import { dataOf } from '#/testing/context.ts';
import { storeSetting } from '#/testing/settings.ts';

const { ask, person, identity, clocks, app } = await creditTestContext();
const { db } = app;

test('a pause blocks the submission of a filled-in application only while it lasts', async () => {
  const anna = await person();
  dataOf(await ask(anna, basicSave, personal));
  dataOf(await ask(anna, contactSave, { contacts }));
  dataOf(await ask(anna, workSave, work));
  const turn = async (isOn: boolean) => {
    await inTx(db, (tx) => storeSetting(tx, 'applicationsOn', isOn, 'test', clocks.wall()));
    app.settings.forget();
  };
  const last = await identity(anna);
  await turn(false);
  expect((await ask(anna, identitySave, last)).name).toBe('applicationsPaused');
  expect(await creditStatusOf(db, anna.borrowerId, clocks.now())).toMatchObject({
    state: 'filling',
    nextStep: 'identity',
  });
  await turn(true);
  expect((await ask(anna, identitySave, last)).name).toBe('success');
});
