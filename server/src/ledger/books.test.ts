// Tests that books() finds violations of each invariant about chained days, the chart and the
// accounts.
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { newId } from '#/platform/random.ts';
import { testContext } from '#/testing/context.ts';
import { books, chainDays, chargesPosted, ownedAccount, paidOut } from './ledger.ts';
import { afterTampering, writeEntry } from './testing.ts';

const { app, clocks, fresh } = await testContext();
const borrowerId = newId(clocks.now());
const money = [
  { account: { kind: 'gateway.float' as const, ownerId: null }, amountCentavos: 700n },
  { account: ownedAccount('borrower.refundable', borrowerId), amountCentavos: -700n },
];
const loanId = newId(clocks.now());
const arrived = {
  loanId,
  principalCentavos: 1_000n,
  arrivalCentavos: 850n,
  serviceFeeCentavos: 100n,
  channelFeeCentavos: 50n,
};
const charged = chargesPosted({
  loanId,
  interestCentavos: 300n,
  lateCentavos: 0n,
  extensionFeeCentavos: 0n,
});

test('books() finds no violation in correct books', async () => {
  await writeEntry(fresh.app.db, clocks.now(), { kind: 'refund.reversed', lines: money });
  clocks.addDays(1);
  await writeEntry(fresh.app.db, clocks.now(), { kind: 'refund.reversed', lines: money });
  await writeEntry(fresh.app.db, clocks.now(), {
    kind: 'loan.paidOut',
    loanId,
    lines: paidOut(arrived),
  });
  await writeEntry(fresh.app.db, clocks.now(), { kind: 'charges.posted', loanId, lines: charged });
  clocks.addDays(2);
  expect(await chainDays(workCtx(app))).toBe(3);
  expect(await books(fresh.app.db)).toEqual([]);
});

test.each([
  [
    'I8 an account has the kind',
    `update ledger_accounts set kind = 'other' where kind = 'borrower.refundable'`,
  ],
  [
    'I8 an account has the kind',
    `update ledger_accounts set normal_side = null where kind = 'borrower.refundable'`,
  ],
  [
    'I8 an account has the kind',
    `update ledger_accounts set owner_id = null where kind = 'borrower.refundable'`,
  ],
  [
    'I8 an account has the kind',
    `update ledger_accounts set charge_kind = 'loan.late' where kind = 'income.interest'`,
  ],
  [
    'I8 the reversed income of a loan',
    `update ledger_accounts set income_centavos = 299 where kind = 'loan.interest'`,
  ],
  [
    'I8 the reversed income of a loan',
    `update ledger_lines set amount_centavos = 301 where amount_centavos = -300`,
  ],
  ['I8 the reversed income of a loan', `update ledger_entries set loan_id = null`],
  [
    'I8 the reversed income of a loan',
    `update ledger_lines set amount_centavos = case amount_centavos when -100 then -200 else 50 end where amount_centavos in (-100, -50)`,
  ],
  [
    'I8 the totals of a chained day',
    `update ledger_day_totals set debit_centavos = debit_centavos + 1 where debit_centavos > 0`,
  ],
  ['I8 the totals of a chained day', `update ledger_day_totals set business_on = business_on - 1`],
  ['I8 the totals of a chained day', `delete from ledger_day_totals where kind = 'gateway.float'`],
  [
    'I8 the totals of a chained day',
    `insert into ledger_day_totals values ('2026-04-03', 'suspense', '2026-04-03', 5, 5)`,
  ],
  [
    'I8 the totals of a chained day',
    `update ledger_lines set amount_centavos = 2 * amount_centavos`,
  ],
  ['I8 charges of a loan move no money', `update ledger_entries set kind = 'charges.posted'`],
  ['I2 every entry balances', `update ledger_entries set line_count = 3`],
  [
    'I8 an entry touches only accounts of its borrower',
    `insert into borrowers (id, phone_sealed, phone_hash, agreement_version, locale, registered_at)
      values ('${borrowerId}', '', '', 'x', 'en', '2026-04-01')`,
  ],
  [
    'P3 an entry is booked on its recording day',
    `update ledger_entries set booked_on = booked_on - 1`,
  ],
  ['P3 a chained day still has its chained entries', `delete from ledger_day_entries`],
  [
    'P3 a chained day still has its chained entries',
    `update ledger_entries set booked_on = booked_on + 1`,
  ],
  ['P3 the chained days run without gaps', `delete from ledger_days where day = '2026-04-02'`],
  ['P3 the chained days run without gaps', `update ledger_head set chained_to = chained_to + 1`],
])('books() reports “%s …” after: %s', async (invariant, statement) => {
  const breaks = await afterTampering(fresh.owner.db, [statement], (read) => books(read));
  expect(breaks.map((row) => row.invariant)).toContainEqual(expect.stringContaining(invariant));
});
