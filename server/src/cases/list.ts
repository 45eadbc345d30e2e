// /complaint/list: a borrower's complaints with their states and answers.
import type { DataOf } from '@sandali/contract/call.ts';
import type { ComplaintKind, complaintList } from '@sandali/contract/cases.ts';
import type { ComplaintId, LoanId } from '@sandali/contract/id.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import { wireDay, wireInstant } from '#/platform/days.ts';
import type { Sealer } from '#/platform/seal.ts';
import { stateOf } from './rules.ts';
import { openAnswer, openComplaint } from './sealed.ts';
import { type ComplaintRow, type CountedComplaint, complaintsOf } from './store.ts';

/** The steps of a row by the names that rules use. */
export function stepsOf(row: ComplaintRow) {
  return {
    acknowledgedAt: row.acknowledged_at,
    answeredAt: row.answered_at,
    closedAt: row.closed_at,
    acknowledgeOn: row.acknowledge_on,
    resolveOn: row.resolve_on,
  };
}

function complaintShown(sealer: Sealer, row: CountedComplaint): DataOf<typeof complaintList>['complaints'][number] {
  return {
    complaintId: row.id as ComplaintId,
    number: row.number,
    kind: row.kind as ComplaintKind,
    loanId: row.loan_id as LoanId | null,
    state: stateOf(stepsOf(row)),
    openedAt: wireInstant(row.opened_at),
    acknowledgeOn: wireDay(row.acknowledge_on),
    resolveOn: wireDay(row.resolve_on),
    acknowledgedAt: row.acknowledged_at && wireInstant(row.acknowledged_at),
    answeredAt: row.answered_at && wireInstant(row.answered_at),
    ...openComplaint(sealer, row.id, row.details_sealed),
    answer: openAnswer(sealer, row.id, row.answer_sealed),
    pictures: row.pictures,
  };
}

const listLength = 50;

export async function listComplaints({ app, who }: BorrowerCtx, read: Read): Promise<DataOf<typeof complaintList>> {
  const rows = await complaintsOf(read, who.borrowerId, listLength);
  return { complaints: rows.map((row) => complaintShown(app.sealer, row)) };
}
