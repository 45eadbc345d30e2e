// PDF files that borrowers send with a case. Nothing can draw one anew, as pictures are, and what it does when it is opened is its reader's affair: it is kept as it
// came, shown by no page of ours, and handed over only to be saved.
import { mostPdfBytes } from '@sandali/contract/cases.ts';

export type PdfFault = 'pdfTooLarge' | 'fileKindRefused';

/** Whether a file says that it is one, in its very first bytes. */
export function saysPdf(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 5) === '%PDF-';
}

/** Within so many bytes of the end is what a reader begins with (ISO 32000-1, 7.5.5). */
const tailBytes = 64;

/** How an archive ends, and within how many bytes of the end of a file that is looked for (APPNOTE.TXT 4.3.16): one that is put into a PDF would open as well. */
const [archiveEnd, archiveEndWithin] = [Buffer.from('PK\u0005\u0006', 'latin1'), 22 + 65_535];

/**
 * What is wrong with such a file, or null: it begins and ends as a PDF, its table is where it says, and it is no archive too. What a reader makes of the rest of it
 * nothing here can say, so that no page shows it.
 */
export function pdfFault(bytes: Buffer): PdfFault | null {
  if (bytes.length > mostPdfBytes) return 'pdfTooLarge';
  const isHead = /^%PDF-(?:1\.[0-7]|2\.0)[\s%]/.test(bytes.toString('latin1', 0, 12));
  const table = /\bstartxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(bytes.toString('latin1', bytes.length - tailBytes));
  const at = Number(table?.[1] ?? 0);
  const isTable = at > 0 && /^\s*(?:xref\s|\d+\s+\d+\s+obj\b)/.test(bytes.toString('latin1', at, at + tailBytes));
  const isArchive = bytes.subarray(-archiveEndWithin).includes(archiveEnd);
  return isHead && isTable && !isArchive ? null : 'fileKindRefused';
}
