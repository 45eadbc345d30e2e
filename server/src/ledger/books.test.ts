// A violation of each invariant of the chained days, the chart and a borrower's accounts is found.
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { newId } from '#/platform/random.ts';
import { testContext } from '#/testing/context.ts';
import { books, chainDays, ownedAccount } from './ledger.ts';
import { afterTampering, writeEntry } from './testing.ts';

const { app, clocks, fresh } = await testContext();
const borrowerId = newId(clocks.now());
const money = [
  { account: { kind: 'gateway.float' as const, ownerId: null }, amountCentavos: 700n },
  { account: ownedAccount('borrower.refundable', borrowerId), amountCentavos: -700n },
];

test('the books hold', async () => {
  await writeEntry(fresh.app.db, clocks.now(), { kind: 'charges.posted', lines: money });
  clocks.addDays(1);
  await writeEntry(fresh.app.db, clocks.now(), { kind: 'charges.posted', lines: money });
  clocks.addDays(2);
  expect(await chainDays(workCtx(app))).toBe(3);
  expect(await books(fresh.app.db)).toEqual([]);
});

test.each([
  ['I8 an account is one of the chart', `update ledger_accounts set kind = 'other' where kind = 'gateway.float'`],
  ['I8 an account is one of the chart', `update ledger_accounts set normal_side = null where kind = 'borrower.refundable'`],
  ['I8 an account is one of the chart', `update ledger_accounts set owner_id = null where kind = 'borrower.refundable'`],
  [
    'I8 an entry touches no accounts of anybody but its borrower',
    `insert into borrowers (id, phone_sealed, phone_hash, agreement_version, locale, registered_at)
      values ('${borrowerId}', '', '', 'x', 'en', '2026-04-01')`,
  ],
  ['P3 an entry stands in the books of the day', `update ledger_entries set booked_on = booked_on - 1`],
  ['P3 a chained day holds what was chained', `delete from ledger_day_entries`],
  ['P3 a chained day holds what was chained', `update ledger_entries set booked_on = booked_on + 1`],
  ['P3 the chained days are every day', `delete from ledger_days where day = '2026-04-02'`],
  ['P3 the chained days are every day', `update ledger_head set chained_to = chained_to + 1`],
])('%s …: %s', async (invariant, statement) => {
  const found = await afterTampering(fresh.owner.db, [statement], (read) => books(read));
  expect(found.map((one) => one.invariant)).toContainEqual(expect.stringContaining(invariant));
});
