// The return of a loan within cooling-off, for bills and payment codes.
import * as v from 'valibot';
import { zDay } from './day.ts';
import { zCentavos } from './money.ts';

/** The purpose of a payment code: a bill, the return of a loan, or the fee of an extension. */
const codePurposes = ['bill', 'coolingOff', 'extension'] as const;
export const zCodePurpose = v.picklist(codePurposes);
export type CodePurpose = v.InferOutput<typeof zCodePurpose>;

/** The return that a borrower can make today. */
export const zCoolingOff = v.object({
  /** Whether the return was already requested. */
  isAsked: v.boolean(),
  /** The last Manila day of cooling-off. */
  endsOn: zDay,
  /**
   * The arrival amount less payments; if any is due, at least one peso, the minimum that channels
   * accept.
   */
  amountCentavos: zCentavos,
  /** The amount saved compared with settling the bill today. */
  savedCentavos: zCentavos,
  /** The first day for another loan if this one is returned today; null if there is no wait. */
  nextLoanOn: v.nullable(zDay),
});
