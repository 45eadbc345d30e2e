// Handles /complaint/list and /complaint/detail.
import type { DataOf } from '@sandali/contract/call.ts';
import {
  type ComplaintKind,
  complaintDetail,
  type complaintList,
  picturesOfComplaint,
} from '@sandali/contract/cases.ts';
import type { ComplaintId, LoanId } from '@sandali/contract/id.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { FactsOf } from '#/db/snapshot.ts';
import { wireDay, wireInstant } from '#/platform/days.ts';
import { refuse } from '#/platform/refuse.ts';
import type { Sealer } from '#/platform/seal.ts';
import { stateOf, writeUntil } from './rules.ts';
import { openComplaint, openTurn } from './sealed.ts';
import type { ComplaintRow } from './store.ts';
import {
  complaintPart,
  complaintsPart,
  type ListedComplaint,
  type TurnRow,
  turnsPart,
} from './turns.store.ts';

export const listParts = { complaints: complaintsPart };
export const detailParts = { complaint: complaintPart, turns: turnsPart };

type Steps = Pick<
  ComplaintRow,
  'acknowledged_at' | 'answered_at' | 'closed_at' | 'acknowledge_on' | 'resolve_on'
>;

/** Returns a row's steps under the names that the deadline rules use. */
export function stepsOf(row: Steps) {
  return {
    acknowledgedAt: row.acknowledged_at,
    answeredAt: row.answered_at,
    closedAt: row.closed_at,
    acknowledgeOn: row.acknowledge_on,
    resolveOn: row.resolve_on,
  };
}

const at = (instant: Temporal.Instant | null) => instant && wireInstant(instant);

function factsShown(
  row: Steps & Pick<ComplaintRow, 'id' | 'number' | 'kind' | 'loan_id' | 'opened_at'>,
) {
  return {
    complaintId: row.id as ComplaintId,
    number: row.number,
    kind: row.kind as ComplaintKind,
    loanId: row.loan_id as LoanId | null,
    state: stateOf(stepsOf(row)),
    openedAt: wireInstant(row.opened_at),
    acknowledgeOn: wireDay(row.acknowledge_on),
    resolveOn: wireDay(row.resolve_on),
    acknowledgedAt: at(row.acknowledged_at),
    answeredAt: at(row.answered_at),
    closedAt: at(row.closed_at),
  };
}

const writerOf = (writtenBy: string | null) => (writtenBy === null ? 'borrower' : 'staff');

function lastOf(
  sealer: Sealer,
  row: ListedComplaint,
): DataOf<typeof complaintList>['complaints'][number]['last'] {
  if (row.turn_id === null || row.written_at === null)
    return {
      by: 'borrower',
      at: wireInstant(row.opened_at),
      words: openComplaint(sealer, row.id, row.details_sealed).words,
    };
  return {
    by: writerOf(row.written_by),
    at: wireInstant(row.written_at),
    words: openTurn(sealer, row.turn_id, row.words_sealed).words,
  };
}

export async function listComplaints(
  { app }: BorrowerCtx,
  { complaints }: FactsOf<typeof listParts>,
): Promise<DataOf<typeof complaintList>> {
  return {
    complaints: complaints.map((row) => ({ ...factsShown(row), last: lastOf(app.sealer, row) })),
  };
}

type Turn = DataOf<typeof complaintDetail>['turns'][number];

function turnShown(sealer: Sealer, row: TurnRow): Turn {
  const { width, height, size_bytes: sizeBytes, file_kind: kind } = row;
  const isKept = row.deleted_at === null && sizeBytes !== null;
  return {
    turn: row.number,
    by: writerOf(row.written_by),
    ...openTurn(sealer, row.id, row.words_sealed),
    at: wireInstant(row.written_at),
    isAnswer: row.is_answer,
    picture: isKept && width !== null && height !== null ? { width, height, sizeBytes } : null,
    pdf: isKept && kind === 'pdf' ? { sizeBytes } : null,
  };
}

export async function showComplaint(
  { app: { sealer, rulesOn }, now }: BorrowerCtx,
  { complaint, turns }: FactsOf<typeof detailParts>,
): Promise<DataOf<typeof complaintDetail>> {
  if (!complaint) refuse(complaintDetail, 'complaintUnknown');
  const { payment, words } = openComplaint(sealer, complaint.id, complaint.details_sealed);
  const facts = factsShown(complaint);
  const first: Turn = {
    turn: 0,
    by: 'borrower',
    name: null,
    at: facts.openedAt,
    words,
    isAnswer: false,
    picture: null,
    pdf: null,
  };
  return {
    ...facts,
    now: wireInstant(now),
    payment,
    writeUntil: complaint.closed_at && wireDay(writeUntil(complaint.closed_at, rulesOn)),
    picturesLeft: picturesOfComplaint - turns.filter((row) => row.picture !== null).length,
    turns: [first, ...turns.map((row) => turnShown(sealer, row))],
  };
}
