// A receipt for whoever looks at its complaint, with their name, its number and the time burnt into it.

import type { StaffCtx } from '#/commands/command.ts';
import { manila } from '#/platform/days.ts';
import { watermark } from '#/platform/watermark.ts';
import { receiptPurpose } from './add-picture.ts';

export type ReceiptAsked = { number: string; which: number; fileName: string };

/** The picture itself, opened, marked and drawn anew; base64 of a JPEG. */
export async function markedReceipt({ app, who, now }: StaffCtx, { number, which, fileName }: ReceiptAsked) {
  const plain = app.sealer.openBytes(receiptPurpose, fileName, await app.files.get(fileName));
  const moment = now.toZonedDateTimeISO(manila).toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ');
  const marked = await watermark(plain, `${who} ${number} ${moment}`);
  return { number, which, jpeg: marked.toString('base64') };
}
