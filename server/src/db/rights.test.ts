// Tests that the serving role can read and insert rows of facts, but not change them.
import { expect, test } from 'vitest';
import { freshDatabase } from './testing.ts';

const { app } = await freshDatabase();
const names = async (query: string) =>
  (await app.pool.query<{ name: string }>(query)).rows.map((row) => row.name);

/** Tables whose rows the role can neither change nor delete. */
const facts = [
  'agreement_acceptances',
  'audit_batches',
  'audit_log',
  'bank_list_entries',
  'bank_lists',
  'bank_transfers',
  'catalogues',
  'collection_calls',
  'complaint_turns',
  'consent_withdrawals',
  'credit_decisions',
  'day_closes',
  'desk_acts',
  'earned_limit_increases',
  'envelope_keys',
  'extension_disclosures',
  'feedback',
  'feedback_answers',
  'file_looks',
  'file_releases',
  'hash_keys',
  'holidays',
  'installation',
  'ledger_day_entries',
  'ledger_day_totals',
  'ledger_days',
  'ledger_entries',
  'ledger_lines',
  'lending_days',
  'limit_changes',
  'loan_state_changes',
  'migrations',
  'named_references',
  'payment_allocations',
  'payment_reversals',
  'payout_resolutions',
  'phone_changes',
  'plan_disclosures',
  'promises_to_pay',
  'reconciliation_resolutions',
  'reference_opt_outs',
  'rejection_notices',
  'report_days',
  'report_figures',
  'reversed_limit_increases',
  'review_calls',
  'review_proposals',
  'rules',
  'sandbox_people',
  'sandbox_seeding',
  'screening_lists',
  'screening_matches',
  'setting_changes',
  'settlement_report_lines',
  'signed_agreements',
  'staff_access_decisions',
  'staff_key_passkeys',
  'staff_key_proposals',
  'staff_passkey_proposals',
  'transitions',
  'waived_charges',
  'webhook_events',
];

test('the serving role can insert facts, but neither change nor delete them', async () => {
  const insertOnly = await names(`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and not has_any_column_privilege(oid, 'update') and not has_table_privilege(oid, 'delete')
    order by relname collate "C"`);
  expect(insertOnly).toEqual(facts);
});

test('the serving role has no ownership, truncate or trigger rights', async () => {
  const beyond = await names(`
    select relname as name from pg_class
    where relkind in ('r', 'v') and relnamespace = 'public'::regnamespace
      and (has_table_privilege(oid, 'truncate') or has_table_privilege(oid, 'trigger')
        or has_table_privilege(oid, 'references') or pg_has_role(relowner, 'member'))
    union all select 'public' where has_schema_privilege('public', 'create')`);
  expect(beyond).toEqual([]);
});
