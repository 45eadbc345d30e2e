// Complaints (RA 11765, SEC MC 5 s.2023): what a borrower reports to customer service, under a number; acknowledged within 2 days, answered within 30.
import * as v from 'valibot';
import { call } from './call.ts';
import { zRepaymentChannel } from './channel.ts';
import { zDay, zInstant } from './day.ts';
import { zComplaintId, zLoanId } from './id.ts';
import { zPositiveCentavos } from './money.ts';
import { pictureBodyBytes, zPictureBytes } from './picture.ts';
import { zRequestWords } from './privacy.ts';
import { zLine } from './text.ts';

/** `paymentNotShown` and `transferReceipt` are about a payment. */
export const complaintKinds = ['paymentNotShown', 'transferReceipt', 'charges', 'collection', 'personalData', 'other'] as const;
export const zComplaintKind = v.picklist(complaintKinds);
export type ComplaintKind = v.InferOutput<typeof zComplaintKind>;

/** Those that are about a payment, whose details they carry. */
export const paymentKinds = ['paymentNotShown', 'transferReceipt'] as const satisfies ComplaintKind[];
export function isOfPayment(kind: ComplaintKind): boolean {
  return (paymentKinds as readonly ComplaintKind[]).includes(kind);
}

export const complaintStates = ['open', 'acknowledged', 'answered', 'closed'] as const;
export type ComplaintState = (typeof complaintStates)[number];

/** Manila days after the day of the complaint (SEC MC 5 s.2023). */
export const acknowledgeWithinDays = 2;
export const resolveWithinDays = 30;
/** As many pictures of receipts go with one complaint. */
export const picturesOfComplaint = 3;

/** A payment as the borrower describes it: where, on which day, how much, and the reference on the receipt. */
const zPayment = v.strictObject({
  channel: v.nullable(zRepaymentChannel),
  paidOn: zDay,
  amountCentavos: zPositiveCentavos,
  reference: v.nullable(zLine(60)),
});
export type PaymentClaim = v.InferOutput<typeof zPayment>;

/** Makes a complaint; it has its number at once. One about a payment carries its details; any other says in words what is wrong. */
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
    v.check(({ kind, payment }) => isOfPayment(kind) === (payment !== null), 'payment'),
    v.check(({ words, payment }) => words !== null || payment !== null, 'words'),
  ),
  data: v.object({ complaintId: zComplaintId, number: v.string(), acknowledgeOn: zDay, resolveOn: zDay }),
  refusals: ['complaintDayWrong', 'loanUnknown', 'complaintsSpent'],
});

/** Adds a picture of a receipt to a complaint of the caller that is not answered yet; pictures are as in `/picture/upload`. */
export const complaintPicture = call({
  path: '/complaint/picture',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({
    complaintId: zComplaintId,
    bytes: zPictureBytes,
  }),
  data: v.object({ pictures: v.number() }),
  refusals: [
    'complaintUnknown',
    'complaintAnswered',
    'complaintPicturesFull',
    'pictureQuotaSpent',
    'pictureTooLarge',
    'pictureKindRefused',
    'pictureUnreadable',
    'pictureTooSmall',
  ],
  bodyLimitBytes: pictureBodyBytes,
});

/** My complaints, the newest first, at most 50. */
export const complaintList = call({
  path: '/complaint/list',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({}),
  data: v.object({
    complaints: v.array(
      v.object({
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
        payment: v.nullable(zPayment),
        words: v.nullable(v.string()),
        /** What staff says to it. */
        answer: v.nullable(v.string()),
        pictures: v.number(),
      }),
    ),
  }),
  refusals: [],
});
