// Rows are found by an index wherever one names another: what grows is never read from end to end
// for one person.
import { expect, test } from 'vitest';
import { freshDatabase } from './testing.ts';

const { app } = await freshDatabase();

/** Columns that name another row and begin no index, and why they need none. */
const without: Readonly<Record<string, string>> = {
  'approvals.confirmed_key_id': 'a key of staff never goes',
  'approvals.proposed_key_id': 'a key of staff never goes',
  'payment_allocations.borrower_id': 'asked for by its bill',
  'payment_allocations.entry_id': 'an entry of the ledger never goes',
  'payment_allocations.reversal_id': 'asked for by its loan; a reversal never goes',
  'earned_limit_increases.request_id':
    'a request that raised a limit never goes, as it came after a loan',
  'staff_access_decisions.key_id': 'a key of staff never goes, and there are few',
  'staff_suspensions.by_key_id': 'a key of staff never goes, and there are few',
  'staff_suspensions.key_id': 'a key of staff never goes, and there are few',
  'staff_keys.maker_id': 'a key of staff never goes, and there are few',
  'passkey_challenges.borrower_id': 'ends in five minutes',
  'quotes.catalogue': 'a catalogue never goes',
  'refunds.account_id': 'asked for while one is on its way; an account never goes',
  'repayment_codes.loan_id': 'asked for by its borrower, or while it is live; a loan never goes',
  'suspense_decisions.loan_id': 'asked for by its receipt; a loan never goes',
};

test('a column that names another row, or whose it is, begins an index over all rows that have it, or says here why not', async () => {
  const { rows } = await app.pool.query<{ name: string }>(`
    select distinct r.relname || '.' || a.attname as name
    from pg_constraint c
      join pg_class r on r.oid = c.conrelid
      join pg_attribute a on a.attrelid = c.conrelid and (a.attnum = c.conkey[1] or a.attnum = any(c.conkey) and a.atttypid = 'uuid'::regtype)
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = a.attnum
        and coalesce(pg_get_expr(i.indpred, i.indrelid), '') in ('', '(' || a.attname || ' IS NOT NULL)'))`);
  expect(rows.map((row) => row.name).sort()).toEqual(Object.keys(without).sort());
});
