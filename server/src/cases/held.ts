// What this slice holds about a person, for their export.
import type { PaymentClaim } from '@sandali/contract/cases.ts';
import type { AppContext } from '#/context/app-context.ts';
import type { Read } from '#/db/database.ts';
import { openAnswer, openComplaint } from './sealed.ts';
import { complaintsOf, picturesOf } from './store.ts';

export type ComplaintHeld = {
  complaints: {
    number: string;
    kind: string;
    payment: PaymentClaim | null;
    words: string | null;
    openedAt: Temporal.Instant;
    acknowledgedAt: Temporal.Instant | null;
    answeredAt: Temporal.Instant | null;
    answer: string | null;
    closedAt: Temporal.Instant | null;
  }[];
  pictures: { number: string; width: number; height: number; uploadedAt: Temporal.Instant; deletedAt: Temporal.Instant | null }[];
};

/** More than anybody makes in the years that they are kept. */
const most = 10_000;

/** Every complaint, opened; pictures of receipts are named, not shown. */
export async function exportPersonalData({ sealer }: Pick<AppContext, 'sealer'>, read: Read, borrowerId: string): Promise<ComplaintHeld> {
  const [rows, pictures] = [await complaintsOf(read, borrowerId, most), await picturesOf(read, borrowerId)];
  const numbers = new Map(rows.map((row) => [row.id, row.number]));
  return {
    complaints: rows.map((row) => ({
      number: row.number,
      kind: row.kind,
      ...openComplaint(sealer, row.id, row.details_sealed),
      openedAt: row.opened_at,
      acknowledgedAt: row.acknowledged_at,
      answeredAt: row.answered_at,
      answer: openAnswer(sealer, row.id, row.answer_sealed),
      closedAt: row.closed_at,
    })),
    pictures: pictures.map((row) => ({
      number: numbers.get(row.complaint_id) ?? '',
      width: row.width,
      height: row.height,
      uploadedAt: row.uploaded_at,
      deletedAt: row.deleted_at,
    })),
  };
}

/** The names of a borrower's files, to be removed when the account is erased. */
export async function pictureFilesOf(read: Read, borrowerId: string): Promise<string[]> {
  return (await picturesOf(read, borrowerId)).filter((row) => row.deleted_at === null).map((row) => row.file_name);
}
