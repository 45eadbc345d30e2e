// Ids by kind. Each is a UUID in its plain form; the brand keeps a loan's id from being passed as a bill's code.
import * as v from 'valibot';

const id = <const Brand extends string>(brand: Brand) => v.pipe(v.string(), v.uuid(), v.toLowerCase(), v.brand(brand));

export const zUserGid = id('UserGid');
export const zLoanId = id('LoanId');
export const zQuoteId = id('QuoteId');
export const zAccountId = id('AccountId');
export const zPictureId = id('PictureId');
export const zPictureCodeId = id('PictureCodeId');
export const zChallengeId = id('ChallengeId');
export const zPasskeyId = id('PasskeyId');
export const zRepaymentId = id('RepaymentId');
export const zRequestId = id('RequestId');
export const zDataRequestId = id('DataRequestId');
export const zCouponId = id('CouponId');
export const zLimitRequestId = id('LimitRequestId');
export const zDisputeId = id('DisputeId');
export const zReceiptId = id('ReceiptId');
export const zRefundId = id('RefundId');
export const zNoticeId = id('NoticeId');
export const zComplaintId = id('ComplaintId');
export const zFeedbackId = id('FeedbackId');
export const zRecoveryId = id('RecoveryId');

export type UserGid = v.InferOutput<typeof zUserGid>;
export type LoanId = v.InferOutput<typeof zLoanId>;
export type QuoteId = v.InferOutput<typeof zQuoteId>;
export type AccountId = v.InferOutput<typeof zAccountId>;
export type PictureId = v.InferOutput<typeof zPictureId>;
export type ChallengeId = v.InferOutput<typeof zChallengeId>;
export type PasskeyId = v.InferOutput<typeof zPasskeyId>;
export type RepaymentId = v.InferOutput<typeof zRepaymentId>;
export type DataRequestId = v.InferOutput<typeof zDataRequestId>;
export type CouponId = v.InferOutput<typeof zCouponId>;
export type DisputeId = v.InferOutput<typeof zDisputeId>;
export type ReceiptId = v.InferOutput<typeof zReceiptId>;
export type RefundId = v.InferOutput<typeof zRefundId>;
export type NoticeId = v.InferOutput<typeof zNoticeId>;
export type RecoveryId = v.InferOutput<typeof zRecoveryId>;
export type ComplaintId = v.InferOutput<typeof zComplaintId>;
export type FeedbackId = v.InferOutput<typeof zFeedbackId>;
export type RequestId = v.InferOutput<typeof zRequestId>;

/** Which device asks: 128 random bits in base64url, made by the client and kept in its local storage. */
export const zDeviceId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22}$/), v.brand('DeviceId'));
export type DeviceId = v.InferOutput<typeof zDeviceId>;

/** The number of an ID document: letters and digits only, no hyphens (spec §3); spaces and hyphens are taken out by the field before sending. */
export const zIdNumber = v.pipe(v.string(), v.toUpperCase(), v.regex(/^[A-Z0-9]{5,25}$/));
