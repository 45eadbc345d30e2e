// Whether money can be sent to an account of a borrower now.
import * as v from 'valibot';

/**
 * Why it cannot: the gateway knows no code of its bank or wallet (yet), its owner's name is not the one on the borrower's ID (any more), or a change of
 * number holds it back.
 */
export const zWhyNotPaid = v.picklist(['bankNotPaid', 'nameDiffers', 'held']);
export type WhyNotPaid = v.InferOutput<typeof zWhyNotPaid>;

/** Fields of an account. `heldHours` are the whole hours that a change of number still holds it back; 0 where none does. */
export const payable = { canBePaid: v.boolean(), whyNotPaid: v.nullable(zWhyNotPaid), heldHours: v.number() };
