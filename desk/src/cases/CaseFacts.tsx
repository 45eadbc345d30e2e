import * as v from 'valibot';
import type { Answer } from '#/api.ts';
import { RecordRows } from '#/command/RecordRows.tsx';
import { type OpenCase, zComplaint } from './answers.ts';
import { ComplaintView } from './ComplaintView.tsx';

/** What the look shows: a complaint as a conversation, and other cases as a record. */
export function CaseFacts({ row, answer }: { row: OpenCase; answer: Answer }) {
  const complaint = row.kind === 'complaint' ? v.safeParse(zComplaint, answer.data) : null;
  if (complaint?.success)
    return (
      <ComplaintView
        subject={row.of}
        complaint={complaint.output.complaint}
        turns={complaint.output.turns}
        rows={answer.shown.rows?.slice(1) ?? []}
      />
    );
  return <RecordRows rows={answer.shown.rows?.slice(1) ?? []} />;
}
