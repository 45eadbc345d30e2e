// Every table that references a borrower refuses rows for erased accounts, and ids outside the
// borrower's bucket, unless it is listed here as an exception.
import { bucketCount, bucketOf } from '@sandali/contract/id.ts';
import { expect, test } from 'vitest';
import { newId, newIdFor } from '#/platform/random.ts';
import { freshDatabase } from './testing.ts';

const { app } = await freshDatabase();
const names = async (query: string) =>
  (await app.pool.query<{ name: string }>(query)).rows.map((row) => row.name).sort();

const ofLoans = 'belongs to a loan or bill, and an account with an open one is not erased';
const late = 'money may arrive after the erasure';
/** Tables that reference a borrower but accept rows for an erased account, each with the reason. */
const unguarded: Readonly<Record<string, string>> = {
  bill_decisions: ofLoans,
  payment_allocations: late,
  waived_charges: ofLoans,
  bills: ofLoans,
  claim_decisions: late,
  credit_lines: "made under its borrower's lock",
  extensions: ofLoans,
  ledger_entries: late,
  earned_limit_increases: ofLoans,
  reversed_limit_increases: ofLoans,
  line_screenings: 'belongs to a line, which is screened while it is open',
  loans: "signed under its borrower's lock, from a quote",
  collection_calls: ofLoans,
  promises_to_pay: ofLoans,
  payouts: 'belongs to a loan or refund',
  receipts: late,
  refunds: "ordered under its borrower's lock",
  repayment_codes: ofLoans,
  signed_agreements: ofLoans,
  extension_disclosures: ofLoans,
  plan_disclosures: ofLoans,
  sms_challenges: 'has no borrower before sign-up, and expires in minutes',
  suspense_decisions: late,
};

test('every table with a borrower has the require_account trigger, unless listed', async () => {
  const open = await names(`
    select c.relname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'borrower_id' and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_trigger t join pg_proc f on f.oid = t.tgfoid
        where t.tgrelid = c.oid and f.proname = 'require_account' and t.tgtype & 4 = 4 and t.tgenabled = 'O')`);
  expect(open).toEqual(Object.keys(unguarded).sort());
});

/** Tables whose ids are shown to people who have not logged in. */
const inAnyBucket = ['account_recoveries', 'passkey_challenges', 'sms_challenges'];

test('the id of a new row ends in the bucket of its borrower, unless strangers see it', async () => {
  const open = await names(`
    select c.relname as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and 2 = (select count(*) from pg_attribute where attrelid = c.oid
        and attname in ('id', 'borrower_id') and not attisdropped)
      and not exists (select from pg_trigger t join pg_proc f on f.oid = t.tgfoid
        where t.tgrelid = c.oid and f.proname = 'refuse_other_bucket' and t.tgtype = 5
          and t.tgenabled = 'O')`);
  expect(open).toEqual(inAnyBucket);

  const now = Temporal.Now.instant();
  const borrowerId = newId(now);
  await app.pool.query(
    `insert into borrowers (id, phone_sealed, phone_hash, agreement_version, locale, registered_at)
      values ($1, 'x', 'x', '1', 'en', now())`,
    [borrowerId],
  );
  const withdraw = (id: string) =>
    app.pool.query(`insert into consent_withdrawals values ($1, $2, 'facebookPage', now())`, [
      id,
      borrowerId,
    ]);
  const id = newIdFor(borrowerId, now);
  const nextBucket = (bucketOf(borrowerId) + 1) % bucketCount;
  const inNextBucket = id.slice(0, -2) + nextBucket.toString(16).padStart(2, '0');
  await expect(withdraw(inNextBucket)).rejects.toThrow('bucket of its borrower');
  await withdraw(id);
});
