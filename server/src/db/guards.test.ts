// What every table of a person has, so that none is forgotten.
import { expect, test } from 'vitest';
import { freshDatabase } from './testing.ts';

const { app } = await freshDatabase();
const names = async (query: string) =>
  (await app.pool.query<{ name: string }>(query)).rows.map((row) => row.name).sort();

/** Tables with a borrower that take rows of an erased account too, and why. */
const ofLoans = 'stands on a loan or bill: an account with one that is open is not erased';
const late = 'money lands whenever it comes';
const ofAnybody: Readonly<Record<string, string>> = {
  bill_decisions: ofLoans,
  payment_allocations: late,
  waived_charges: ofLoans,
  bills: ofLoans,
  claim_decisions: late,
  credit_lines: 'made under the lock of its borrower',
  extensions: ofLoans,
  ledger_entries: late,
  earned_limit_increases: ofLoans,
  reversed_limit_increases: ofLoans,
  line_screenings: 'stands on a line, which is screened while it is open',
  loans: 'signed under the lock of its borrower, from a quote',
  collection_calls: ofLoans,
  promises_to_pay: ofLoans,
  payouts: 'stands on a loan or refund',
  receipts: late,
  refunds: 'ordered under the lock of its borrower',
  repayment_codes: ofLoans,
  signed_agreements: ofLoans,
  extension_disclosures: ofLoans,
  plan_disclosures: ofLoans,
  sms_challenges: 'before there is an account it has no borrower, and it ends in minutes',
  suspense_decisions: late,
};

test('this account is erased or unknown, in whatever table', async () => {
  const open = await names(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'borrower_id' and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_trigger t join pg_proc f on f.oid = t.tgfoid
        where t.tgrelid = c.oid and f.proname = 'require_account' and t.tgtype & 4 = 4 and t.tgenabled = 'O')`);
  expect(open).toEqual(Object.keys(ofAnybody).sort());
});
