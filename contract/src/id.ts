// Ids by kind, as UUIDs. Brands prevent passing a loan's id as a code's id.
import * as v from 'valibot';

const id = <const Brand extends string>(brand: Brand) =>
  v.pipe(v.string(), v.uuid(), v.toLowerCase(), v.brand(brand));

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
export const zDocumentItemId = id('DocumentItemId');
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
export type DocumentItemId = v.InferOutput<typeof zDocumentItemId>;
export type RefundId = v.InferOutput<typeof zRefundId>;
export type NoticeId = v.InferOutput<typeof zNoticeId>;
export type RecoveryId = v.InferOutput<typeof zRecoveryId>;
export type ComplaintId = v.InferOutput<typeof zComplaintId>;
export type FeedbackId = v.InferOutput<typeof zFeedbackId>;

/** Creates a version 7 UUID (RFC 9562): 48 bits of time in ms since 1970, then random bits. */
export function timedId(ms: number, random: Uint8Array): string {
  const bytes = [...random.subarray(0, 16)];
  for (let at = 0; at < 6; at += 1) bytes[at] = Math.floor(ms / 2 ** (8 * (5 - at))) % 256;
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** A bucket is the last six bits of a borrower's id. */
export const bucketCount = 64;

/** Returns the bucket in which an id ends, from 0 to 63. */
export function bucketOf(id: string): number {
  return Number.parseInt(id.slice(-2), 16) % bucketCount;
}

/** Returns the id with its last six bits replaced by those of the borrower's id. */
export function inBucketOf(borrowerId: string, id: string): string {
  const last = Number.parseInt(id.slice(-2), 16);
  const moved = last - (last % bucketCount) + bucketOf(borrowerId);
  return id.slice(0, -2) + moved.toString(16).padStart(2, '0');
}

/** Returns the time in an id, in ms since 1970; null unless the id is a version 7 UUID. */
export function timeOfId(id: string): number | null {
  return id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null;
}

/** The id of the calling device: 128 random bits in base64url, created and stored by the client. */
export const zDeviceId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22}$/), v.brand('DeviceId'));

/** An ID card number (spec §3): only letters and digits. The form removes spaces and hyphens. */
export const zIdNumber = v.pipe(v.string(), v.toUpperCase(), v.regex(/^[A-Z0-9]{5,25}$/));
