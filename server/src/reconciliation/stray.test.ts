import { expect, test } from 'vitest';
import { inTx } from '#/db/database.ts';
import { companyAccount } from '#/ledger/chart.ts';
import { post } from '#/ledger/ledger.ts';
import { testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';
import { daySums } from './store.ts';

// checksBooks is off, because the app itself never posts an entry like the one in this test.
const app = await testApp({ checksBooks: false });
const { person } = testOps(app.context);
const { today } = app;

test('lists as a break any movement on the float account that nothing explains', async () => {
  const day = today();
  const at = app.clocks.now();
  await inTx(app.db, (tx) =>
    post(tx, {
      id: '019a9f00-0000-7000-8000-0000000000aa',
      kind: 'money.shared',
      factKey: 'test of a stray entry',
      borrowerId: null,
      loanId: null,
      happenedAt: at,
      recordedAt: at,
      businessOn: day,
      lines: [
        { account: companyAccount('gateway.float'), amountCentavos: 7n },
        { account: companyAccount('company.bank'), amountCentavos: -7n },
      ],
    }),
  );
  await app.addDays(1);
  await app.app.jobs['payouts.settlementReport']({});
  const { data } = await (await person('finance')).ask('reconcile breaks');
  expect(data.breaks).toMatchObject([
    {
      kind: 'missingAtBank',
      subject: '019a9f00-0000-7000-8000-0000000000aa',
      booksCentavos: 7,
      bankCentavos: null,
    },
  ]);
  const sums = await daySums(app.db, app.context.bank.name, day);
  expect(sums.booksCentavos - sums.bankCentavos).toBe(sums.explainedCentavos);
});
