// The amount and term that a guest tried below the login, stored on this phone for the application
// and the first loan, until a loan is signed or the session ends.
import { zCentavos } from '@sandali/contract/money.ts';
import * as v from 'valibot';
import { readStoredJson, writeStored } from './storage.ts';

const zTriedLoan = v.object({
  amountCentavos: zCentavos,
  termDays: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
export type TriedLoan = v.InferOutput<typeof zTriedLoan>;

/** Returns the chosen amount and term, or null. */
export function readTriedLoan(): TriedLoan | null {
  const { success, output } = v.safeParse(zTriedLoan, readStoredJson('triedLoan'));
  return success ? output : null;
}

/** Stores the choice; null removes it. */
export function storeTriedLoan(choice: TriedLoan | null): void {
  writeStored('triedLoan', choice && JSON.stringify(choice));
}
