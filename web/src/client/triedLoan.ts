// The amount and term that a guest tried on the login page. They are the defaults for the
// application and the first loan, and are stored until a loan is signed or the session ends.
import { zCentavos } from '@sandali/contract/money.ts';
import * as v from 'valibot';
import { readStoredJson, writeStored } from './storage.ts';

const zTriedLoan = v.object({
  amountCentavos: zCentavos,
  termDays: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
export type TriedLoan = v.InferOutput<typeof zTriedLoan>;

export function readTriedLoan(): TriedLoan | null {
  const { success, output } = v.safeParse(zTriedLoan, readStoredJson('triedLoan'));
  return success ? output : null;
}

/** Stores the amount and term; null removes them. */
export function storeTriedLoan(choice: TriedLoan | null): void {
  writeStored('triedLoan', choice && JSON.stringify(choice));
}
