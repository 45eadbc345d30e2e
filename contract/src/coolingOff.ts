// The return of a loan in the days after its money arrived, as bills and payment codes show it.
import * as v from 'valibot';
import { zDay } from './day.ts';
import { zCentavos } from './money.ts';

/**
 * What a payment code is for: a bill as it is, the return of what arrived, or the fee of an
 * extension.
 */
const codePurposes = ['bill', 'coolingOff', 'extension'] as const;
export const zCodePurpose = v.picklist(codePurposes);
export type CodePurpose = v.InferOutput<typeof zCodePurpose>;

/** The return that is open to a borrower today. */
export const zCoolingOff = v.object({
  /** Whether it was asked for already. */
  isAsked: v.boolean(),
  /** The last Manila day on which the money counts. */
  endsOn: zDay,
  /**
   * What is still to be returned: the arrival amount less what was paid; at least a peso, since no
   * channel takes less, where anything is missing.
   */
  amountCentavos: zCentavos,
  /** What returning costs less than settling the bill today. */
  savedCentavos: zCentavos,
  /**
   * The first day on which another loan could be taken if this one is returned today; null where
   * nothing would wait.
   */
  nextLoanOn: v.nullable(zDay),
});
