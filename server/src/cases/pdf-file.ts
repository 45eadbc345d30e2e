// PDF files that borrowers send with a case. Nothing can draw one anew, as pictures are, and what it does when it is opened is its reader's affair: it is kept as it
// came, shown by no page of ours, and handed over only to be saved.
import { mostPdfBytes } from '@sandali/contract/cases.ts';

export type PdfFault = 'pdfTooLarge' | 'fileKindRefused';

/** Whether a file says that it is one, in its very first bytes. */
export function saysPdf(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 5) === '%PDF-';
}

/** Where the end of the file must be that a reader begins with (ISO 32000-1, 7.5.5). */
const tailBytes = 64;

/**
 * What is wrong with such a file, or null. Its version stands at its first byte and the place of its table at its last, so that no other file goes before or
 * behind it.
 */
export function pdfFault(bytes: Buffer): PdfFault | null {
  if (bytes.length > mostPdfBytes) return 'pdfTooLarge';
  const isHead = /^%PDF-(?:1\.[0-7]|2\.0)[\s%]/.test(bytes.toString('latin1', 0, 12));
  const table = /\bstartxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(bytes.toString('latin1', bytes.length - tailBytes));
  return isHead && table && Number(table[1]) < bytes.length ? null : 'fileKindRefused';
}
