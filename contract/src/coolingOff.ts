// The return of a loan within cooling-off, for bills and payment codes.
import * as v from 'valibot';
import { zDay } from './day.ts';
import { zCentavos } from './money.ts';

/** Purposes of payment codes: a bill, the return of a loan, or an extension fee. */
const codePurposes = ['bill', 'coolingOff', 'extension'] as const;
export const zCodePurpose = v.picklist(codePurposes);
export type CodePurpose = v.InferOutput<typeof zCodePurpose>;

/** The return that a borrower can make today. */
export const zCoolingOff = v.object({
  /** Whether the borrower has already requested the return. */
  isAsked: v.boolean(),
  /** The last Manila day of cooling-off. */
  endsOn: zDay,
  /**
   * The arrival amount less payments. If anything is due, it is at least one peso, the minimum that
   * channels accept.
   */
  amountCentavos: zCentavos,
  /** The amount saved by returning the loan, compared with settling the bill today. */
  savedCentavos: zCentavos,
  /** The first day for a new loan after a return today; null if there is no wait. */
  nextLoanOn: v.nullable(zDay),
});
