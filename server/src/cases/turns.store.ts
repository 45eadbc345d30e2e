// All SQL for complaints' conversations.
import { type CompiledQuery, type Expression, type Insertable, sql } from 'kysely';
import type { Read } from '#/db/database.ts';
import {
  type FactsOf,
  type Given,
  type OfBorrower,
  onePart,
  part,
  readerOf,
} from '#/db/snapshot.ts';
import type { ComplaintTurns } from '#/db/tables.ts';

const facts = [
  'c.id',
  'c.number',
  'c.kind',
  'c.loan_id',
  'c.details_sealed',
  'c.opened_at',
  'c.acknowledge_on',
  'c.resolve_on',
  'c.acknowledged_at',
  'c.answered_at',
  'c.closed_at',
] as const;
const listLength = 50;

/** A borrower's complaints, each with its last turn, most recently active first; at most 50. */
export const complaintsPart = part(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('complaints as c')
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('complaint_turns')
            .select(['id', 'written_by', 'written_at', 'words_sealed'])
            .whereRef('complaint_id', '=', 'c.id')
            .orderBy('number', 'desc')
            .limit(1)
            .as('last'),
        (join) => join.onTrue(),
      )
      .select(facts)
      .select(['last.id as turn_id', 'last.written_by', 'last.written_at', 'last.words_sealed'])
      .where('c.borrower_id', '=', borrowerId)
      .orderBy(sql`coalesce(last.written_at, c.opened_at)`, 'desc')
      .orderBy('c.id', 'desc')
      .limit(listLength),
  (rows) => rows,
);
export type ListedComplaint = FactsOf<{ all: typeof complaintsPart }>['all'][number];

type OfOne = Given<{ borrowerId: string; complaintId: string }>;

export const complaintPart = onePart(
  (db, { borrowerId, complaintId }: OfOne) =>
    db
      .selectFrom('complaints as c')
      .select(facts)
      .where('c.id', '=', complaintId)
      .where('c.borrower_id', '=', borrowerId),
  (row) => row,
);

const turns = (
  db: Read,
  of: { borrowerId: Expression<string> | string; complaintId?: Expression<string> | string },
) => {
  const query = db
    .selectFrom('complaint_turns as t')
    .leftJoin('complaint_pictures as p', 'p.turn_id', 't.id')
    .select([
      't.id',
      't.complaint_id',
      't.number',
      't.written_by',
      't.is_answer',
      't.words_sealed',
      't.written_at',
    ])
    .select([
      'p.number as picture',
      'p.kind as file_kind',
      'p.width',
      'p.height',
      'p.size_bytes',
      'p.deleted_at',
    ])
    .where('t.borrower_id', '=', of.borrowerId)
    .orderBy('t.complaint_id')
    .orderBy('t.number');
  return of.complaintId === undefined ? query : query.where('t.complaint_id', '=', of.complaintId);
};

/** The turns of a complaint, oldest first, each with its picture. */
export const turnsPart = part(
  (db, { borrowerId, complaintId }: OfOne) => turns(db, { borrowerId, complaintId }),
  (rows) => rows,
);

/** All turns in a borrower's complaints. */
export const turnsOf = readerOf(
  part(
    (db, { borrowerId }: OfBorrower) => turns(db, { borrowerId }),
    (rows) => rows,
  ),
);
export type TurnRow = Awaited<ReturnType<typeof turnsOf>>[number];

/** Returns the turns of a complaint, for staff. */
export async function turnsOfComplaint(
  read: Read,
  { id, borrower_id }: { id: string; borrower_id: string },
): Promise<TurnRow[]> {
  return await turns(read, { borrowerId: borrower_id, complaintId: id }).execute();
}

/** Inserts a turn. Lock the borrower before choosing its number. */
export function insertTurnQuery(db: Read, turn: Insertable<ComplaintTurns>): CompiledQuery {
  return db.insertInto('complaint_turns').values(turn).compile();
}

/** Reopens an answered complaint with a new deadline after its borrower has written again. */
export function reopenQuery(db: Read, id: string, resolveOn: Temporal.PlainDate): CompiledQuery {
  return db
    .updateTable('complaints')
    .set({
      answered_at: null,
      answered_by: null,
      closed_at: null,
      closed_by: null,
      resolve_on: resolveOn,
    })
    .where('id', '=', id)
    .where('answered_at', 'is not', null)
    .compile();
}
