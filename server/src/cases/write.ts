// Handles /complaint/write. A turn after an answer reopens the complaint with a new deadline.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { complaintTurnsADay, complaintWrite } from '@sandali/contract/cases.ts';
import { dayMs } from '@sandali/contract/day.ts';
import type { CompiledQuery } from 'kysely';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { consumeRateLimit, type RateLimit } from '#/context/rate-limit.ts';
import type { Done } from '#/context/write.ts';
import type { Read, Tx } from '#/db/database.ts';
import { manilaDayOf, wireDay } from '#/platform/days.ts';
import { newIdFor } from '#/platform/random.ts';
import { invariant, refuse } from '#/platform/refuse.ts';
import { daysOf, turnAt, whyNoTurn } from './rules.ts';
import { sealTurn } from './sealed.ts';
import { complaintForTurn, findComplaint } from './store.ts';
import { insertTurnQuery, reopenQuery } from './turns.store.ts';

type Kept = { complaintId: string; turn: number };
type Complaint = NonNullable<Awaited<ReturnType<typeof complaintForTurn>>>;

/** Finds the caller's complaint if it accepts another turn; otherwise returns the refusal. */
export async function findForTurn({ app, who, now }: BorrowerCtx, read: Read, complaintId: string) {
  const row = await complaintForTurn(read, complaintId);
  if (row?.borrower_id !== who.borrowerId) return { refusal: 'complaintUnknown' } as const;
  const { closed_at: closedAt, turns } = row;
  const refusal = whyNoTurn({ closedAt, turns }, manilaDayOf(now), app.rulesOn);
  return refusal ? { refusal } : { complaint: row };
}

/**
 * Returns the borrower's next turn, the statements that write it, and the deadline for staff's
 * answer. Lock the borrower first.
 */
export function turnOf({ app, now }: BorrowerCtx, complaint: Complaint, words: string | null) {
  const id = newIdFor(complaint.borrower_id, now);
  const isReopened = complaint.answered_at !== null;
  const resolveOn = isReopened ? daysOf(manilaDayOf(now)).resolveOn : complaint.resolve_on;
  const turn = {
    id,
    complaint_id: complaint.id,
    number: complaint.turns + 1,
    borrower_id: complaint.borrower_id,
    is_answer: false,
    words_sealed: sealTurn(app.sealer, id, { words, name: null }),
    written_at: turnAt(now, complaint.last_at),
  };
  const writes = (db: Read): CompiledQuery[] => [
    insertTurnQuery(db, turn),
    ...(isReopened ? [reopenQuery(db, complaint.id, resolveOn)] : []),
  ];
  return { turn, resolveOn, writes };
}

export async function writeTurn(
  ctx: BorrowerCtx,
  tx: Tx,
  { complaintId, words }: RequestOf<typeof complaintWrite>,
): Promise<Done<Kept, undefined, DataOf<typeof complaintWrite>>> {
  const { complaint, refusal } = await findForTurn(ctx, tx, complaintId);
  if (!complaint) refuse(complaintWrite, refusal);
  const quota: RateLimit = {
    name: `complaintTurns:${ctx.who.borrowerId}`,
    limit: complaintTurnsADay,
    windowMs: dayMs,
  };
  if (!(await consumeRateLimit(tx, quota, ctx.wall))) refuse(complaintWrite, 'complaintTurnsSpent');
  const { turn, resolveOn, writes } = turnOf(ctx, complaint, words);
  return {
    ids: { complaintId, turn: turn.number },
    answer: { turn: turn.number, resolveOn: wireDay(resolveOn) },
    writes,
  };
}

/** Returns the turn of a repeated request, with the current deadline. */
export async function showTurn(
  _ctx: BorrowerCtx,
  read: Read,
  { complaintId, turn }: Kept,
): Promise<DataOf<typeof complaintWrite>> {
  const row = await findComplaint(read, complaintId);
  invariant(row, 'a complaint with a turn exists');
  return { turn, resolveOn: wireDay(row.resolve_on) };
}
