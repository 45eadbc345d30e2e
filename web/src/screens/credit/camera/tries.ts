// How often a photo of each purpose was hard to read, so that nobody is held up by it twice.
import { onSessionEnd } from '#/client/session.ts';
import type { Purpose } from '#/screens/credit/takenPictures.ts';
import type { Fault } from './quality.ts';

const bad = new Map<Purpose, number>();

/** Counts a photo; a good one begins anew. */
export function countFault(purpose: Purpose, fault: Fault | null): void {
  bad.set(purpose, fault ? (bad.get(purpose) ?? 0) + 1 : 0);
}

/** Whether a bad photo may be used all the same: from the second on. */
export function mayUseAnyway(purpose: Purpose): boolean {
  return (bad.get(purpose) ?? 0) > 1;
}

onSessionEnd(() => bad.clear());
