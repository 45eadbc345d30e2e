// Foreign keys need an index so that a query about one person never scans a growing table.
import { expect, test } from 'vitest';
import { freshDatabase } from './testing.ts';

const { app } = await freshDatabase();

/** Foreign keys that need no index on their first column, each with the reason. */
const unindexed: Readonly<Record<string, string>> = {
  'approvals.confirmed_key_id': 'staff keys are never deleted',
  'approvals.proposed_key_id': 'staff keys are never deleted',
  'payment_allocations.borrower_id': 'read by its bill',
  'payment_allocations.entry_id': 'ledger entries are never deleted',
  'payment_allocations.reversal_id': 'read by its loan; reversals are never deleted',
  'earned_limit_increases.request_id':
    'a request that raised a limit followed a loan, and is never deleted',
  'staff_access_decisions.key_id': 'staff keys are few and never deleted',
  'staff_suspensions.by_key_id': 'staff keys are few and never deleted',
  'staff_suspensions.key_id': 'staff keys are few and never deleted',
  'staff_keys.maker_id': 'staff keys are few and never deleted',
  'passkey_challenges.borrower_id': 'expires in five minutes',
  'quotes.catalogue': 'catalogues are never deleted',
  'refunds.account_id': 'read while a refund is on its way; accounts are never deleted',
  'repayment_codes.loan_id': 'read by its borrower, or while live; loans are never deleted',
  'suspense_decisions.loan_id': 'read by its receipt; loans are never deleted',
};

test('every foreign key has an index or a listed exception', async () => {
  const { rows } = await app.pool.query<{ name: string }>(`
    select distinct r.relname || '.' || a.attname as name
    from pg_constraint c
      join pg_class r on r.oid = c.conrelid
      join pg_attribute a on a.attrelid = c.conrelid
        and (a.attnum = c.conkey[1] or a.attnum = any(c.conkey) and a.atttypid = 'uuid'::regtype)
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = a.attnum
        and coalesce(pg_get_expr(i.indpred, i.indrelid), '') in ('', '(' || a.attname || ' IS NOT NULL)'))`);
  expect(rows.map((row) => row.name).sort()).toEqual(Object.keys(unindexed).sort());
});
