// Complaints (RA 11765, SEC MC 5 s.2023): what a borrower reports to customer service, under a
// number; acknowledged within 2 days, answered within 30. A complaint is a conversation: its
// borrower and staff write turns.
import * as v from 'valibot';
import { call } from './call.ts';
import { zRepaymentChannel } from './channel.ts';
import { zDay, zInstant } from './day.ts';
import { zComplaintId, zLoanId } from './id.ts';
import { zPositiveCentavos } from './money.ts';
import { pictureBodyBytes, zPictureBytes } from './picture.ts';
import { drawn, zLine, zRequestWords } from './text.ts';

/**
 * `paymentNotShown` and `transferReceipt` are about a payment; `creditReport` disputes what was
 * reported to the Credit Information Corporation (RA 9510).
 */
export const complaintKinds = [
  'paymentNotShown',
  'transferReceipt',
  'charges',
  'collection',
  'personalData',
  'creditReport',
  'other',
] as const;
const zComplaintKind = v.picklist(complaintKinds);
export type ComplaintKind = v.InferOutput<typeof zComplaintKind>;

/** Those that are about a payment, whose details they carry. */
export const paymentKinds = [
  'paymentNotShown',
  'transferReceipt',
] as const satisfies ComplaintKind[];
export function isOfPayment(kind: ComplaintKind): boolean {
  return (paymentKinds as readonly ComplaintKind[]).includes(kind);
}

/**
 * Where its borrower writes after an answer, it is `acknowledged` again, with a new day for the
 * next answer.
 */
const complaintStates = ['open', 'acknowledged', 'answered', 'closed'] as const;
export type ComplaintState = (typeof complaintStates)[number];

/**
 * Manila days after the day of the complaint, or of the turn that opened it again (SEC MC 5
 * s.2023).
 */
export const acknowledgeWithinDays = 2;
export const resolveWithinDays = 30;
/**
 * Manila days after the day on which it was closed until which its borrower's words open it again;
 * later ones need a new complaint.
 */
export const reopenWithinDays = 30;
/**
 * As many pictures and PDF files go with one complaint, and as many turns after its first words.
 */
export const picturesOfComplaint = 10;
/** The largest PDF that goes with a complaint. */
export const mostPdfBytes = 5 * 1024 * 1024;
export const mostTurnsOfComplaint = 200;
/** Turns in words that one person may write in a Manila day. */
export const complaintTurnsADay = 30;

/**
 * A payment as the borrower describes it: where, on which day, how much, and the reference on the
 * receipt.
 */
const zPayment = v.strictObject({
  channel: v.nullable(zRepaymentChannel),
  paidOn: zDay,
  amountCentavos: zPositiveCentavos,
  reference: v.nullable(drawn(zLine(60))),
});
export type PaymentClaim = v.InferOutput<typeof zPayment>;

/**
 * Makes a complaint; it has its number at once. One about a payment carries its details; any other
 * says in words what is wrong.
 */
export const complaintCreate = call({
  path: '/complaint/create',
  who: 'borrower',
  kind: 'write',
  request: v.pipe(
    v.strictObject({
      kind: zComplaintKind,
      loanId: v.nullable(zLoanId),
      payment: v.nullable(zPayment),
      words: v.nullable(zRequestWords),
    }),
    v.forward(
      v.check(({ kind, payment }) => isOfPayment(kind) === (payment !== null), 'payment'),
      ['payment'],
    ),
    v.forward(
      v.check(({ words, payment }) => words !== null || payment !== null, 'words'),
      ['words'],
    ),
  ),
  data: v.object({
    complaintId: zComplaintId,
    number: v.string(),
    acknowledgeOn: zDay,
    resolveOn: zDay,
  }),
  refusals: ['complaintDayWrong', 'loanUnknown', 'complaintsSpent'],
});

const zTurnNumber = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(1),
  v.maxValue(mostTurnsOfComplaint),
);

/**
 * Writes the next turn of a complaint of the caller. After an answer, or within 30 days after it
 * was closed, that opens it again.
 */
export const complaintWrite = call({
  path: '/complaint/write',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({ complaintId: zComplaintId, words: zRequestWords }),
  /** The number of the turn, and the day by which it is answered. */
  data: v.object({ turn: v.number(), resolveOn: zDay }),
  refusals: ['complaintUnknown', 'complaintClosed', 'complaintFull', 'complaintTurnsSpent'],
});

/**
 * The same with a picture or a PDF, whose words may be left out; pictures are as in
 * `/picture/upload`, and a file is taken for a PDF by its first bytes.
 */
export const complaintPicture = call({
  path: '/complaint/picture',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({
    complaintId: zComplaintId,
    bytes: zPictureBytes,
    words: v.optional(zRequestWords),
  }),
  /** How many pictures and PDF files the complaint has now. */
  data: v.object({ pictures: v.number() }),
  refusals: [
    'complaintUnknown',
    'complaintClosed',
    'complaintFull',
    'complaintPicturesFull',
    'pictureQuotaSpent',
    'pdfTooLarge',
    'fileKindRefused',
    'pdfLocked',
    'pdfActive',
    'pictureTooLarge',
    'pictureUnreadable',
    'fileTooSmall',
  ],
  bodyLimitBytes: pictureBodyBytes,
});

/** A picture of a complaint of the caller, as a JPEG in base64. */
export const complaintPictureShow = call({
  path: '/complaint/picture/show',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({ complaintId: zComplaintId, turn: zTurnNumber }),
  data: v.object({ jpeg: v.string() }),
  refusals: ['complaintPictureUnknown'],
});

/**
 * A PDF of a complaint of the caller, in base64, as it came. It is for saving: no page shows it.
 */
export const complaintPdf = call({
  path: '/complaint/pdf',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({ complaintId: zComplaintId, turn: zTurnNumber }),
  data: v.object({ pdf: v.string() }),
  refusals: ['complaintPictureUnknown'],
});

const zWriter = v.picklist(['borrower', 'staff']);

const complaintShape = {
  complaintId: zComplaintId,
  number: v.string(),
  kind: zComplaintKind,
  loanId: v.nullable(zLoanId),
  state: v.picklist(complaintStates),
  openedAt: zInstant,
  /** The days by which it is acknowledged and answered. */
  acknowledgeOn: zDay,
  resolveOn: zDay,
  acknowledgedAt: v.nullable(zInstant),
  answeredAt: v.nullable(zInstant),
  closedAt: v.nullable(zInstant),
};

/** My complaints, the one that was written in last first, at most 50. */
export const complaintList = call({
  path: '/complaint/list',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({}),
  data: v.object({
    complaints: v.array(
      v.object({
        ...complaintShape,
        /**
         * Its last turn: who wrote it, when, and what; no words where it is a payment's details or
         * a picture.
         */
        last: v.object({ by: zWriter, at: zInstant, words: v.nullable(v.string()) }),
      }),
    ),
  }),
  refusals: [],
});

/** One complaint of the caller with its whole conversation, the oldest turn first. */
export const complaintDetail = call({
  path: '/complaint/detail',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({ complaintId: zComplaintId }),
  data: v.object({
    ...complaintShape,
    /** Now in business time, for words such as "today". */
    now: zInstant,
    payment: v.nullable(zPayment),
    /**
     * Until the end of this day a closed complaint is opened again by its borrower's words; null
     * while it is not closed.
     */
    writeUntil: v.nullable(zDay),
    /** How many more pictures and PDF files it takes. */
    picturesLeft: v.number(),
    turns: v.array(
      v.object({
        /** 0 is the complaint itself. */
        turn: v.number(),
        by: zWriter,
        /**
         * The name by which a person on staff is shown; null where customer service as a whole is.
         */
        name: v.nullable(v.string()),
        at: zInstant,
        words: v.nullable(v.string()),
        isAnswer: v.boolean(),
        /** The size of its picture; null where it has none, or it is not kept any more. */
        picture: v.nullable(
          v.object({ width: v.number(), height: v.number(), sizeBytes: v.number() }),
        ),
        /** The same of its PDF. */
        pdf: v.nullable(v.object({ sizeBytes: v.number() })),
      }),
    ),
  }),
  refusals: ['complaintUnknown'],
});
