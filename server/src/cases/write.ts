// /complaint/write: the next turn of a complaint. After an answer it opens the complaint again,
// with a new day for the next one.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { complaintTurnsADay, complaintWrite } from '@sandali/contract/cases.ts';
import { dayMs } from '@sandali/contract/day.ts';
import type { CompiledQuery } from 'kysely';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { consumeRateLimit, type RateLimit } from '#/context/rate-limit.ts';
import type { Done } from '#/context/serve.ts';
import type { Read, Tx } from '#/db/database.ts';
import { manilaDayOf, wireDay } from '#/platform/days.ts';
import { newId } from '#/platform/random.ts';
import { invariant, refuse } from '#/platform/refuse.ts';
import { daysOf, turnAt, whyNoTurn } from './rules.ts';
import { sealTurn } from './sealed.ts';
import { complaintForTurn, findComplaint } from './store.ts';
import { insertTurnStatement, reopenStatement } from './turns.store.ts';

type Kept = { complaintId: string; turn: number };
type Found = NonNullable<Awaited<ReturnType<typeof complaintForTurn>>>;

/** A complaint of the caller that takes another turn, or why there is none. */
export async function findForTurn({ who, now }: BorrowerCtx, read: Read, complaintId: string) {
  const found = await complaintForTurn(read, complaintId);
  if (!found || found.borrower_id !== who.borrowerId) return { why: 'complaintUnknown' } as const;
  const why = whyNoTurn({ closedAt: found.closed_at, turns: found.turns }, manilaDayOf(now));
  return why ? { why } : { found };
}

/**
 * Statements that write a turn of the borrower, who must be locked, and the day by which it is
 * answered.
 */
export function turnOf({ app, now }: BorrowerCtx, found: Found, words: string | null) {
  const id = newId(now);
  const isAgain = found.answered_at !== null;
  const resolveOn = isAgain ? daysOf(manilaDayOf(now)).resolveOn : found.resolve_on;
  const turn = {
    id,
    complaint_id: found.id,
    number: found.turns + 1,
    borrower_id: found.borrower_id,
    is_answer: false,
    words_sealed: sealTurn(app.sealer, id, { words, name: null }),
    written_at: turnAt(now, found.last_at),
  };
  const writes = (db: Read): CompiledQuery[] => [
    insertTurnStatement(db, turn),
    ...(isAgain ? [reopenStatement(db, found.id, resolveOn)] : []),
  ];
  return { turn, resolveOn, writes };
}

export async function writeTurn(
  ctx: BorrowerCtx,
  tx: Tx,
  { complaintId, words }: RequestOf<typeof complaintWrite>,
): Promise<Done<Kept>> {
  const { found, why } = await findForTurn(ctx, tx, complaintId);
  if (!found) refuse(complaintWrite, why);
  const quota: RateLimit = {
    name: `complaintTurns:${ctx.who.borrowerId}`,
    limit: complaintTurnsADay,
    windowMs: dayMs,
  };
  if (!(await consumeRateLimit(tx, quota, ctx.wall))) refuse(complaintWrite, 'complaintTurnsSpent');
  const { turn, resolveOn, writes } = turnOf(ctx, found, words);
  return {
    ids: { complaintId, turn: turn.number },
    answer: { turn: turn.number, resolveOn: wireDay(resolveOn) },
    writes,
  };
}

/** The turn of a repeated request, and the day of today's state. */
export async function showTurn(
  _ctx: BorrowerCtx,
  read: Read,
  { complaintId, turn }: Kept,
): Promise<DataOf<typeof complaintWrite>> {
  const row = await findComplaint(read, complaintId);
  invariant(row, 'a complaint that was written in is there');
  return { turn, resolveOn: wireDay(row.resolve_on) };
}
