// Which lines a list holds back, for those who lend and those who show.
import type { Read } from '#/db/database.ts';
import { openHoldOf, openHolds } from './store.ts';

/** Whether new loans on a borrower's line wait until staff has looked. After `lockBorrower` it stays so until the transaction ends. */
export async function isLineHeld(read: Read, borrowerId: string): Promise<boolean> {
  return (await openHoldOf(read, borrowerId)) !== undefined;
}

/** The borrowers whose lines are held: few, as lists name few. */
export async function linesHeld(read: Read): Promise<string[]> {
  return (await openHolds(read)).map((hold) => hold.borrower_id);
}
