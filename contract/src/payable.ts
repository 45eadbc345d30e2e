// Whether money can be sent to a borrower's account now.
import * as v from 'valibot';

/**
 * Reasons why no money can be sent to an account: the gateway has no code for its bank or wallet,
 * its owner's name differs from the borrower's ID, or a change of phone number put it on hold.
 */
const zWhyNotPaid = v.picklist(['bankNotPaid', 'nameDiffers', 'held']);
export type WhyNotPaid = v.InferOutput<typeof zWhyNotPaid>;

/**
 * Schema fields for an account: the reason why no money can be sent there (or null), and the
 * remaining hours of a hold after a change of phone number (or 0).
 */
export const payable = { whyNotPaid: v.nullable(zWhyNotPaid), heldHours: v.number() };

/** For each reason, the refusal of any call that would send money to the account. */
export const refusalOfAccount = {
  bankNotPaid: 'accountNotPaid',
  nameDiffers: 'accountNameDiffers',
  held: 'accountHeld',
} as const satisfies Record<WhyNotPaid, string>;
