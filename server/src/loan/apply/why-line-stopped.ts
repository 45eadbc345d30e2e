// Why a credit line may be neither used nor raised, whatever the amount.
import { isLineHeldPart } from '#/credit/credit.ts';
import type { Read } from '#/db/database.ts';
import { snapshot } from '#/db/snapshot.ts';
import { isLineClosedPart } from '#/loan/relief/store.ts';

const stops = snapshot({ isClosed: isLineClosedPart, isHeld: isLineHeldPart });

/**
 * Returns whether a line is closed because a loan was written off, or held because a screening list
 * names the borrower; otherwise null. The result stays valid while borrower and line are locked.
 */
export async function whyLineStopped(
  read: Read,
  borrowerId: string,
): Promise<'lineClosed' | 'lineHeld' | null> {
  const { isClosed, isHeld } = await stops.read(read, { borrowerId });
  return isClosed ? 'lineClosed' : isHeld ? 'lineHeld' : null;
}
