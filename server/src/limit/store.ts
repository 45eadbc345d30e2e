// All SQL for requests for higher limits.
import { type Centavos, centavos } from '@sandali/contract/money.ts';
import { type Insertable, type NotNull, type Selectable, sql } from 'kysely';
import { isAfter, type Place, pageLength } from '#/commands/page.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { LimitIncreaseRequests } from '#/db/tables.ts';

export type RequestRow = Selectable<LimitIncreaseRequests> & { proposed_by: string | null };

/** Requests, each with the person who proposed its grant, if any. */
const requests = (read: Read) =>
  read
    .selectFrom('limit_increase_requests as q')
    .leftJoin('approvals as a', 'a.id', 'q.approval_id')
    .selectAll('q')
    .select('a.proposed_by');

/** Returns a borrower's requests, oldest first. */
export async function requestsOf(read: Read, borrowerId: string): Promise<RequestRow[]> {
  return await requests(read)
    .where('q.borrower_id', '=', borrowerId)
    .orderBy('q.asked_at')
    .execute();
}

/** Stores a request. The database refuses it while another is open. */
export async function insertRequest(
  tx: Tx,
  request: Insertable<LimitIncreaseRequests>,
): Promise<void> {
  await tx.insertInto('limit_increase_requests').values(request).execute();
}

/** Stores the loans that earned an increase; the database accepts each loan only once. */
export async function insertEarnedIncreases(
  tx: Tx,
  of: { borrowerId: string; requestId: string; loanIds: readonly string[] },
): Promise<void> {
  if (of.loanIds.length === 0) return;
  const rows = of.loanIds.map((loan_id) => ({
    loan_id,
    borrower_id: of.borrowerId,
    request_id: of.requestId,
  }));
  await tx.insertInto('earned_limit_increases').values(rows).execute();
}

/**
 * Returns the limit increase that a loan earned; null if it earned none or the increase is already
 * reversed.
 */
export async function increaseEarnedBy(read: Read, loanId: string): Promise<Centavos | null> {
  const { rows } = await sql<{ amount: bigint }>`
    select ((c.to_centavos - c.from_centavos) / (select count(*) from earned_limit_increases o
      where o.request_id = g.request_id))::int8 as amount
    from earned_limit_increases g join limit_changes c on c.request_id = g.request_id
      and c.reason = 'grown'
    where g.loan_id = ${loanId} and not exists (select from reversed_limit_increases t
      where t.loan_id = g.loan_id)`.execute(read);
  const [row] = rows;
  return row ? centavos(row.amount) : null;
}

/** Stores the reversal of a loan's increase; the database refuses a second one. */
export async function insertReversedIncrease(
  tx: Tx,
  of: { loanId: string; borrowerId: string; amountCentavos: Centavos; at: Temporal.Instant },
): Promise<void> {
  const row = {
    loan_id: of.loanId,
    borrower_id: of.borrowerId,
    amount_centavos: BigInt(of.amountCentavos),
    reversed_at: of.at,
  };
  await tx.insertInto('reversed_limit_increases').values(row).execute();
}

export async function findRequest(read: Read, id: string): Promise<RequestRow | undefined> {
  return await requests(read).where('q.id', '=', id).executeTakeFirst();
}

/**
 * Returns a page of open requests after `after`, by answer date, and one more row if there are
 * more.
 */
export async function openRequests(read: Read, after: Place | null): Promise<RequestRow[]> {
  const open = requests(read)
    .where('q.state', '=', sql.lit('requested'))
    .where(isAfter('q.answer_on', 'q.id', after));
  return await open
    .orderBy('q.answer_on')
    .orderBy('q.id')
    .limit(pageLength + 1)
    .execute();
}

/** Returns the requests whose grant these approvals propose. */
export async function requestsToGrant(read: Read, approvalIds: readonly string[]) {
  return await requests(read)
    .where('q.approval_id', 'in', approvalIds)
    .$narrowType<{ approval_id: NotNull; proposed_centavos: NotNull }>()
    .execute();
}

/** Stores the grant that the first of two approvers proposes. */
export async function propose(
  tx: Tx,
  id: string,
  of: { centavos: number; approvalId: string },
): Promise<void> {
  const set = { proposed_centavos: BigInt(of.centavos), approval_id: of.approvalId };
  await tx.updateTable('limit_increase_requests').set(set).where('id', '=', id).execute();
}

export async function grantRequest(
  tx: Tx,
  id: string,
  by: { centavos: number; who: string; at: Temporal.Instant },
): Promise<void> {
  const set = {
    state: 'granted',
    granted_centavos: BigInt(by.centavos),
    decided_by: by.who,
    decided_at: by.at,
  };
  await tx.updateTable('limit_increase_requests').set(set).where('id', '=', id).execute();
}

type Declining = {
  who: string;
  at: Temporal.Instant;
  reasonGroup: string;
  askAgainOn: Temporal.PlainDate;
};

export async function declineRequest(tx: Tx, id: string, by: Declining): Promise<void> {
  const set = {
    state: 'declined',
    reason_group: by.reasonGroup,
    reapply_on: by.askAgainOn,
    decided_by: by.who,
    decided_at: by.at,
  };
  await tx.updateTable('limit_increase_requests').set(set).where('id', '=', id).execute();
}

/** Counts the open requests past their answer date. */
export async function lateRequests(read: Read, today: Temporal.PlainDate): Promise<number> {
  const row = await read
    .selectFrom('limit_increase_requests')
    .select(sql<number>`count(*)::int`.as('late'))
    .where('state', '=', sql.lit('requested'))
    .where('answer_on', '<', today)
    .executeTakeFirstOrThrow();
  return row.late;
}
