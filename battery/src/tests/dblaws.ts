// Promises P3 and P10: the database refuses these writes by the serving role.
import type pg from 'pg';
import { withDatabase } from '#/database.ts';
import { type BatteryTest, Findings } from '#/test.ts';
import { lawfulApprovals, unlawfulApprovals } from './dblaws.approvals.ts';
import { lawfulBills, unlawfulBills } from './dblaws.bills.ts';
import { lawfulCases, unlawfulCases } from './dblaws.cases.ts';
import { lawfulDays, unlawfulDays, unlawfulHashes } from './dblaws.days.ts';
import { lawfulExtensions, unlawfulExtensions } from './dblaws.extensions.ts';
import { lawfulEnd, lawfulOfHeld, unlawfulOfHeld } from './dblaws.held.ts';
import { lawfulLedger, unlawfulLedger } from './dblaws.ledger.ts';
import { lawfulLines, unlawfulLines } from './dblaws.lines.ts';
import { lawfulMoney, unlawfulMoney } from './dblaws.money.ts';
import { lawfulPeople, unlawfulPeople } from './dblaws.people.ts';
import { lawfulRails, unlawfulRails } from './dblaws.rails.ts';
import { lawfulRecoveries, unlawfulRecoveries } from './dblaws.recovery.ts';
import { lawfulRefunds, unlawfulRefunds } from './dblaws.refunds.ts';
import { lawfulReversals, unlawfulReversals } from './dblaws.reversals.ts';

const id = (nth: number) => `018f0000-0000-7000-8000-${String(nth).padStart(10, '0')}00`;

const answered = (nth: number, at: string) =>
  `insert into idempotency_keys (scope, request_id, call, input_hash, code, made_at) values ('b:x', '${id(nth)}', '/x', '', '0000', '${at}')`;

/** Transactions that the database must accept. */
const lawful: readonly (readonly string[])[] = [
  [`insert into audit_log (at, who, act) values ('2026-01-01', 'battery', 'test')`],
  [answered(1, '2024-11-01'), answered(2, '2026-01-01')],
  [`delete from idempotency_keys where made_at < '2024-11-02'`],
  ...lawfulDays,
];

/** Transactions that the database must refuse. */
const unlawful: readonly (readonly [act: string, ...statements: string[]])[] = [
  [
    'deleting a stored answer of the last 400 days',
    answered(3, '2025-06-01'),
    `delete from idempotency_keys where request_id = '${id(3)}'`,
  ],
  ['changing a stored answer', `update idempotency_keys set code = '9999'`],
  ['changing the trail', `update audit_log set who = 'nobody'`],
  ['deleting the trail', 'delete from audit_log'],
  [
    'a trail row that sets its own number',
    `insert into audit_log (id, at, who, act) values (1, '2026-01-01', 'x', 'x')`,
  ],
  ['resetting the numbers of the trail', `select setval('audit_numbers', 1, false)`],
  ['changing a batch of the trail', 'update audit_batches set row_count = 0'],
  ['deleting a batch of the trail', 'delete from audit_batches'],
  ['deleting the head of the trail’s chain', 'delete from audit_head'],
  ['deleting a staff key', 'delete from staff_keys'],
  ['bypassing triggers', 'set session_replication_role = replica'],
  ['dropping a table', 'drop table ledger_lines'],
  ['becoming the owner', 'set role postgres'],
  ['changing a webhook event', `update webhook_events set raw_sealed = ''`],
  ['deleting a receipt', 'delete from receipts'],
  ['changing the owner of a receipt', `update receipts set borrower_id = '${id(101)}'`],
  ['deleting a refund', 'delete from refunds'],
  ['deleting a suspense decision', 'delete from suspense_decisions'],
  ['deleting a payout', 'delete from payouts'],
  ['deleting a loan', 'delete from loans'],
  ['changing a term of a signed loan', 'update loans set interest_centavos = 1'],
  ['moving a loan to another borrower', `update loans set borrower_id = '${id(101)}'`],
  ['changing a signed agreement', `update signed_agreements set text_sealed = ''`],
  ['deleting a signed agreement', 'delete from signed_agreements'],
  ['changing a business number', 'update rules set value = 1'],
  ['deleting a business number', 'delete from rules'],
  [
    'adding a business number',
    `insert into rules (name, starts_on, value, law) values ('callsADay', '2026-01-01', 9, 'x')`,
  ],
  ['changing a transition', `update transitions set to_state = 'x'`],
  ['deleting a transition', 'delete from transitions'],
  ['adding a transition', `insert into transitions values ('payout', 'paid', 'sent')`],
  ['forging a migration', `insert into migrations (name, sha256) values ('9999.sql', '')`],
  ...unlawfulDays,
];

/** The order matters, because later transactions build on earlier ones. */
const allLawful = [
  ...[
    ...lawfulLedger,
    ...lawful,
    ...lawfulApprovals,
    ...lawfulPeople,
    ...lawfulLines,
    ...lawfulExtensions,
    ...lawfulMoney,
    ...lawfulReversals,
    ...lawfulRefunds,
    ...lawfulBills,
    ...lawfulCases,
  ],
  ...[...lawfulRecoveries, ...lawfulOfHeld, ...lawfulRails],
];
const withWords = [
  ...[
    ...unlawfulLedger,
    ...unlawfulApprovals,
    ...unlawfulPeople,
    ...unlawfulLines,
    ...unlawfulExtensions,
    ...unlawfulMoney,
    ...unlawfulReversals,
    ...unlawfulRefunds,
    ...unlawfulBills,
    ...unlawfulCases,
  ],
  ...[...unlawfulRecoveries, ...unlawfulOfHeld, ...unlawfulRails, ...unlawfulHashes],
];

export const dblaws: BatteryTest = {
  name: 'dblaws',
  about: 'the database refuses forbidden writes to all areas, from the ledger to personal data',
  async run() {
    const findings = new Findings();
    return await withDatabase(async ({ pool }) => {
      const mustPass = async (transactions: readonly (readonly string[])[]) => {
        for (const statements of transactions) {
          const refusal = await refusalOf(pool, statements);
          findings.expect(refusal === null, `${statements[0]} was refused: ${refusal}`);
        }
      };
      await mustPass(allLawful);
      for (const [act, ...statements] of unlawful)
        findings.expect((await refusalOf(pool, statements)) !== null, `${act} was accepted`);
      for (const [act, expected, ...statements] of withWords) {
        const refusal = await refusalOf(pool, statements);
        findings.expect(
          refusal !== null && expected.test(refusal),
          `${act} was ${refusal === null ? 'accepted' : `refused for another reason: ${refusal}`}`,
        );
      }
      await mustPass(lawfulEnd);
      return findings.outcome({
        lawful: allLawful.length + lawfulEnd.length,
        refused: unlawful.length + withWords.length,
      });
    });
  },
};

/**
 * Runs statements in one transaction.
 * @returns the database's refusal, or null if it committed.
 */
async function refusalOf(pool: pg.Pool, statements: readonly string[]): Promise<string | null> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const statement of statements) await client.query(statement);
    const { command } = await client.query('commit');
    return command === 'COMMIT' ? null : command;
  } catch (error) {
    await client.query('rollback');
    return (error as Error).message;
  } finally {
    client.release();
  }
}
