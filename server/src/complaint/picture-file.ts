// Names of the files of receipts: a random id that begins with its time, so that the sweep knows a file's age from its name alone.
import { newId } from '#/kit/random.ts';

export const receiptFolder = 'receipts';

/** 'receipts/ab/0197…'; the folder is named by the last two digits, which are chance, so that none grows too large. */
export function newFileName(wall: Temporal.Instant): string {
  const id = newId(wall);
  return `${receiptFolder}/${id.slice(-2)}/${id}`;
}

/** When a file was written, in real time; null for a name that is not ours. */
export function writtenAt(fileName: string): Temporal.Instant | null {
  const id = /^receipts\/[0-9a-f]{2}\/([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f-]{18,}$/.exec(fileName);
  return id ? Temporal.Instant.fromEpochMilliseconds(Number.parseInt(`${id[1]}${id[2]}`, 16)) : null;
}
