// Complaints (RA 11765, SEC MC 5 s.2023): numbered conversations between a borrower and staff,
// acknowledged within 2 days and answered within 30.
import * as v from 'valibot';
import { call } from './call.ts';
import { zRepaymentChannel } from './channel.ts';
import { zDay, zInstant } from './day.ts';
import { zComplaintId, zLoanId } from './id.ts';
import { zPositiveCentavos } from './money.ts';
import { pictureBodyBytes, zPictureBytes } from './picture.ts';
import { drawn, zLine, zRequestWords } from './text.ts';

/**
 * `paymentNotShown` and `transferReceipt` are about a payment; `creditReport` disputes a report to
 * the Credit Information Corporation (RA 9510).
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

/** The kinds of complaint that concern a payment and carry its details. */
export const paymentKinds = [
  'paymentNotShown',
  'transferReceipt',
] as const satisfies ComplaintKind[];
export function isOfPayment(kind: ComplaintKind): boolean {
  return (paymentKinds as readonly ComplaintKind[]).includes(kind);
}

/**
 * If the borrower writes after an answer, the state becomes `acknowledged` again, with a new
 * deadline.
 */
const complaintStates = ['open', 'acknowledged', 'answered', 'closed'] as const;
export type ComplaintState = (typeof complaintStates)[number];

/**
 * The deadlines in Manila days, counted from the complaint or from the turn that reopened it (SEC
 * MC 5 s.2023).
 */
export const acknowledgeWithinDays = 2;
export const resolveWithinDays = 30;
/** Maximum number of pictures and PDF files in a complaint. */
export const picturesOfComplaint = 10;
export const mostPdfBytes = 5 * 1024 * 1024;
export const mostTurnsOfComplaint = 200;
/** Maximum number of written turns per borrower and Manila day. */
export const complaintTurnsADay = 30;

/** A payment as the borrower describes it, with the reference from the receipt. */
const zPayment = v.strictObject({
  channel: v.nullable(zRepaymentChannel),
  paidOn: zDay,
  amountCentavos: zPositiveCentavos,
  reference: v.nullable(drawn(zLine(60))),
});
export type PaymentClaim = v.InferOutput<typeof zPayment>;

/**
 * Opens a complaint and assigns its number. Payment kinds require payment details; all other kinds
 * require `words`.
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
 * Adds a written turn to the caller's complaint. Writing after an answer, or within 30 days of
 * closing, reopens the complaint.
 */
export const complaintWrite = call({
  path: '/complaint/write',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({ complaintId: zComplaintId, words: zRequestWords }),
  /** The number of the turn, and the deadline for its answer. */
  data: v.object({ turn: v.number(), resolveOn: zDay }),
  refusals: ['complaintUnknown', 'complaintClosed', 'complaintFull', 'complaintTurnsSpent'],
});

/**
 * Adds a turn with a picture or PDF and optional text. The limits of `/picture/upload` apply to
 * pictures; a PDF is recognised by its first bytes.
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
  /** The number of pictures and PDF files in the complaint so far. */
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

/** A picture in the caller's complaint, as a JPEG in base64. */
export const complaintPictureShow = call({
  path: '/complaint/picture/show',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({ complaintId: zComplaintId, turn: zTurnNumber }),
  data: v.object({ jpeg: v.string() }),
  refusals: ['complaintPictureUnknown'],
});

/**
 * A PDF in the caller's complaint, unchanged, in base64. The app saves it and never displays it.
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
  /** The deadlines for acknowledgement and answer. */
  acknowledgeOn: zDay,
  resolveOn: zDay,
  acknowledgedAt: v.nullable(zInstant),
  answeredAt: v.nullable(zInstant),
  closedAt: v.nullable(zInstant),
};

/** The borrower's complaints, most recently active first, at most 50. */
export const complaintList = call({
  path: '/complaint/list',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({}),
  data: v.object({
    complaints: v.array(
      v.object({
        ...complaintShape,
        /** The last turn; `words` is null if the turn contains payment details or a picture. */
        last: v.object({ by: zWriter, at: zInstant, words: v.nullable(v.string()) }),
      }),
    ),
  }),
  refusals: [],
});

/** One of the caller's complaints with its conversation, oldest turn first. */
export const complaintDetail = call({
  path: '/complaint/detail',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({ complaintId: zComplaintId }),
  data: v.object({
    ...complaintShape,
    /** The current business time, for relative dates such as "today". */
    now: zInstant,
    payment: v.nullable(zPayment),
    /** The last day on which the borrower can reopen the complaint; null unless it is closed. */
    writeUntil: v.nullable(zDay),
    /** How many more pictures and PDF files the complaint accepts. */
    picturesLeft: v.number(),
    turns: v.array(
      v.object({
        /** Turn 0 is the complaint itself. */
        turn: v.number(),
        by: zWriter,
        /** The displayed name of the staff member; null for customer service as a whole. */
        name: v.nullable(v.string()),
        at: zInstant,
        words: v.nullable(v.string()),
        isAnswer: v.boolean(),
        /** The size of the turn's picture; null if it has none or the picture was deleted. */
        picture: v.nullable(
          v.object({ width: v.number(), height: v.number(), sizeBytes: v.number() }),
        ),
        pdf: v.nullable(v.object({ sizeBytes: v.number() })),
      }),
    ),
  }),
  refusals: ['complaintUnknown'],
});
