// Tests that signed terms never change, whatever the app writes, and that Orders keeps showing a
// loan being paid out.
import { billCancel } from '@sandali/contract/cancel.ts';
import { creditQuery } from '@sandali/contract/credit.ts';
import { billList, loanApply, productCal } from '@sandali/contract/loan.ts';
import { loanStatement } from '@sandali/contract/loanText.ts';
import { centavos } from '@sandali/contract/money.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openText } from '#/loan/disclosure/disclosure.ts';
import { addWallet } from '#/sandbox/life.ts';
import { agreedTo } from '#/testing/agreed.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import { storeSetting } from '#/testing/settings.ts';

const app = await testApp();
const { debtor, codeFor, pay, bookPayments, widenLine } = moneySteps(app);
const peso = 100;

async function sign({ client, life }: Person, accountId: string) {
  const { quoteId, disclosureHash } = await client.must(productCal, {
    amountCentavos: 60_000 * peso,
    termDays: 15,
    channel: 'wallet',
    accountId,
  });
  return await client.ask(loanApply, {
    ...agreedTo({ quoteId, disclosureHash }),
    password: life.password,
  });
}

slow('a signed loan’s terms and the owners of its bill and codes cannot change', async () => {
  const { loanId, anna } = await debtor(8);
  const { repaymentId } = await codeFor(anna, loanId, 10_000 * peso);
  const other = await debtor(8);
  const { borrower_id: another } = await app.db
    .selectFrom('loans')
    .select('borrower_id')
    .where('id', '=', other.loanId)
    .executeTakeFirstOrThrow();
  const terms = [
    'principal_centavos = principal_centavos + 1, arrival_centavos = arrival_centavos + 1',
    'interest_centavos = 0',
    'interest_coupon_centavos = 1',
    'service_fee_centavos = service_fee_centavos - 1, arrival_centavos = arrival_centavos + 1',
    'term_days = 9',
    'interest_per_day_bps = 0',
    'late_charge_per_month_bps = 0',
    'service_fee_bps = 0',
    `borrower_id = '${another}'`,
    "reference_no = 'SL-0000000000'",
    "receiver_last4 = '0000'",
    "legal_rule = 'none'",
  ];
  const ofCode = [
    `borrower_id = '${another}'`,
    `loan_id = '${other.loanId}'`,
    'amount_centavos = 1',
    "purpose = 'coolingOff'",
  ];
  for (const change of [
    ...terms.map((term) => `loans set ${term} where id = '${loanId}'`),
    `bills set borrower_id = '${another}' where loan_id = '${loanId}'`,
    ...ofCode.map((term) => `repayment_codes set ${term} where id = '${repaymentId}'`),
  ])
    await expect(sql.raw(`update ${change}`).execute(app.db), change).rejects.toThrow(
      'permission denied',
    );
  const recoded = sql`update repayment_codes set code = '1' where id = ${repaymentId}`.execute(
    app.db,
  );
  await expect(recoded).rejects.toThrow('an issued code never changes');
});

test('stores a disclosure statement with the addresses of borrower and lender', async () => {
  const anna = await app.person({ withCredit: true });
  const accountId = await addWallet(anna.life);
  const wish = {
    amountCentavos: centavos(60_000 * peso),
    termDays: 15,
    channel: 'wallet',
    accountId,
  } as const;
  const { quoteId } = await anna.client.must(productCal, wish);
  const { statement } = await anna.client.must(loanStatement, { quoteId });
  const { personal } = await anna.client.must(creditQuery, {});
  const address = statement.groups[0]?.find(({ label }) => label === 'Address')?.value ?? '';
  expect(address.startsWith(`${personal?.address}, `)).toBe(true);
  // The address contains at least the street, barangay, city and province, by name and not by code.
  expect(address.split(', ').length).toBeGreaterThanOrEqual(4);
  expect(address).not.toMatch(/\d{9}/);
  const { companyAddress } = await app.context.settings.all();
  expect(statement.notes.join(' ')).toContain(`registered address: ${companyAddress}.`);
  const signed = await sign(anna, accountId);
  const stored = await app.db
    .selectFrom('signed_agreements')
    .select(['text_sealed', 'hash'])
    .where('loan_id', '=', signed.data.loanId)
    .executeTakeFirstOrThrow();
  expect(openText(app.context.sealer, signed.data.loanId, stored).statement).toEqual(statement);
});

slow('a borrower with an overdue bill must pay it before signing the next loan', async () => {
  const { anna, accountId, loanId } = await debtor(8);
  await widenLine(loanId, 120_000 * peso);
  await app.addDays(11);
  const free = await sign(anna, accountId);
  expect(free.name).toBe('success');
  await anna.client.must(billCancel, { loanId: free.data.loanId });
  await app.addDays(1);
  const refused = await anna.client.ask(productCal, {
    amountCentavos: 60_000 * peso,
    termDays: 8,
    channel: 'wallet',
    accountId,
  } as never);
  expect([refused.code, refused.message]).toEqual([
    '4001',
    'You have an overdue bill. Pay it first, then you can borrow again.',
  ]);
  const { code } = await codeFor(anna, loanId);
  await bookPayments(await pay(code));
  expect((await sign(anna, accountId)).name).toBe('success');
});

slow(
  'Orders still shows a loan being paid out after 51 later loans were cancelled',
  async () => {
    const payouts = async (isOn: boolean) => {
      await app.db
        .transaction()
        .execute((tx) => storeSetting(tx, 'payoutsOn', isOn, 'test', app.clocks.wall()));
      app.context.settings.forget();
    };
    const { anna, accountId, loanId } = await debtor(8);
    await widenLine(loanId, 200_000 * peso);
    await payouts(false);
    const { data } = await sign(anna, accountId);
    for (let i = 0; i < 51; i++) {
      app.clocks.addMs(1);
      const more = await sign(anna, accountId);
      await anna.client.must(billCancel, { loanId: more.data.loanId });
    }
    const { inTransit, ended } = await anna.client.must(billList, {});
    expect(inTransit.map((loan) => loan.loanId)).toEqual([data.loanId]);
    expect(ended).toHaveLength(49);
    await payouts(true);
  },
  30_000,
);
