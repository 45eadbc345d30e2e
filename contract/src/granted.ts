// What the lender took off a bill or agreed with its borrower.
import * as v from 'valibot';
import { zDay } from './day.ts';
import { zCentavos } from './money.ts';

/** What is still to come of the next part of a promise to pay, while it is kept; null where there is none. */
export const zPromised = v.nullable(v.object({ on: zDay, amountCentavos: zCentavos }));

export const zGranted = v.object({
  /** Charges that were taken back, and the remainder of less than a peso that was waived. */
  waived: v.array(v.object({ part: v.picklist(['late', 'interest', 'remainder']), on: zDay, amountCentavos: zCentavos })),
  /** The last promise to pay of an open bill, and whether it is kept so far: its days bring no late charge. */
  promise: v.nullable(
    v.object({
      madeOn: zDay,
      isKept: v.boolean(),
      parts: v.array(v.object({ on: zDay, amountCentavos: zCentavos, paidCentavos: zCentavos })),
    }),
  ),
  /** Of a bill that was given up: since when, and what of it is unpaid. Nothing is added to it. */
  writtenOff: v.nullable(v.object({ on: zDay, leftCentavos: zCentavos })),
});
export type Granted = v.InferOutput<typeof zGranted>;
