// Whether money can be sent to an account of a borrower now.
import * as v from 'valibot';

/**
 * Why it cannot: the gateway knows no code of its bank or wallet (yet), its owner's name is not the
 * one on the borrower's ID (any more), or a change of number holds it back.
 */
const zWhyNotPaid = v.picklist(['bankNotPaid', 'nameDiffers', 'held']);
export type WhyNotPaid = v.InferOutput<typeof zWhyNotPaid>;

/**
 * Fields of an account: why it cannot, null if it can; and the whole hours that a change of
 * number still holds it back, 0 where none does.
 */
export const payable = { whyNotPaid: v.nullable(zWhyNotPaid), heldHours: v.number() };

/** The refusal of whatever would send money there. */
export const refusalOfAccount = {
  bankNotPaid: 'accountNotPaid',
  nameDiffers: 'accountNameDiffers',
  held: 'accountHeld',
} as const satisfies Record<WhyNotPaid, string>;
