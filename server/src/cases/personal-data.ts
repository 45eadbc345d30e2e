// A borrower's complaints and feedback for the data export.
import type { PaymentClaim } from '@sandali/contract/cases.ts';
import type { AppContext } from '#/context/app-context.ts';
import type { Read } from '#/db/database.ts';
import { openFeedback } from './feedback/feedback.ts';
import { feedbackOf } from './feedback/store.ts';
import { openComplaint, openTurn } from './sealed.ts';
import { complaintsOf, picturesOf } from './store.ts';
import { turnsOf } from './turns.store.ts';

export type ComplaintPersonalData = {
  complaints: {
    number: string;
    kind: string;
    payment: PaymentClaim | null;
    words: string | null;
    openedAt: Temporal.Instant;
    acknowledgedAt: Temporal.Instant | null;
    answeredAt: Temporal.Instant | null;
    closedAt: Temporal.Instant | null;
    /** The turns after the complaint's own text. `name` is the writer that the borrower saw. */
    turns: {
      at: Temporal.Instant;
      by: 'borrower' | 'staff';
      name: string | null;
      words: string | null;
      isAnswer: boolean;
    }[];
  }[];
  pictures: {
    number: string;
    kind: string;
    width: number | null;
    height: number | null;
    sizeBytes: number;
    uploadedAt: Temporal.Instant;
    deletedAt: Temporal.Instant | null;
  }[];
};

/** Returns every complaint with its conversation, unsealed, and a list of all pictures. */
export async function exportPersonalData(
  { sealer }: Pick<AppContext, 'sealer'>,
  read: Read,
  borrowerId: string,
): Promise<ComplaintPersonalData> {
  const [rows, turns, pictures] = await Promise.all([
    complaintsOf(read, borrowerId),
    turnsOf(read, borrowerId),
    picturesOf(read, borrowerId),
  ]);
  const numbers = new Map(rows.map((row) => [row.id, row.number]));
  return {
    complaints: rows.map((row) => ({
      number: row.number,
      kind: row.kind,
      ...openComplaint(sealer, row.id, row.details_sealed),
      openedAt: row.opened_at,
      acknowledgedAt: row.acknowledged_at,
      answeredAt: row.answered_at,
      closedAt: row.closed_at,
      turns: turns
        .filter((turn) => turn.complaint_id === row.id)
        .map((turn) => ({
          at: turn.written_at,
          by: turn.written_by === null ? 'borrower' : 'staff',
          ...openTurn(sealer, turn.id, turn.words_sealed),
          isAnswer: turn.is_answer,
        })),
    })),
    pictures: pictures.map((row) => ({
      number: numbers.get(row.complaint_id) ?? '',
      kind: row.kind,
      width: row.width,
      height: row.height,
      sizeBytes: row.size_bytes,
      uploadedAt: row.uploaded_at,
      deletedAt: row.deleted_at,
    })),
  };
}

/** Returns the names of a borrower's files, for removal when the account is erased. */
export async function pictureFilesOf(read: Read, borrowerId: string): Promise<string[]> {
  return (await picturesOf(read, borrowerId))
    .filter((row) => row.deleted_at === null)
    .map((row) => row.file_name);
}

export type FeedbackPersonalData = {
  type: number;
  wantedCentavos: number | null;
  wantedTermDays: number | null;
  comment: string | null;
  sentAt: Temporal.Instant;
  answer: string | null;
  answeredAt: Temporal.Instant | null;
}[];

/** Returns all of a borrower's feedback with the answers, oldest first. */
export async function exportFeedback(
  { sealer }: Pick<AppContext, 'sealer'>,
  read: Read,
  borrowerId: string,
): Promise<FeedbackPersonalData> {
  return (await feedbackOf(read, borrowerId)).map((row) => ({
    type: row.type,
    wantedCentavos: row.requested_centavos === null ? null : Number(row.requested_centavos),
    wantedTermDays: row.requested_term_days,
    ...openFeedback(sealer, row),
    sentAt: row.sent_at,
    answeredAt: row.answered_at,
  }));
}
