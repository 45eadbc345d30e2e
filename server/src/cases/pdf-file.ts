// PDF files that borrowers add to a complaint. PDFs cannot be re-encoded like pictures, so files
// with active content are refused, and the others are offered only for download.
import { mostPdfBytes } from '@sandali/contract/cases.ts';
import { type PdfContents, readPdf } from './pdf-objects.ts';
import { NotStrict, nameOf } from './pdf-syntax.ts';

export type PdfFault = 'pdfTooLarge' | 'pdfLocked' | 'pdfActive' | 'fileKindRefused';

/** Whether a file starts with the PDF signature. */
export function saysPdf(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 5) === '%PDF-';
}

/** The number of bytes at a file's end where PDF readers start to read (ISO 32000-1, 7.5.5). */
const tailBytes = 64;

/**
 * The end record of a ZIP archive, and how far from a file's end readers search for it (APPNOTE.TXT
 * 4.3.16). A PDF with such a record would also open as an archive.
 */
const [archiveEnd, archiveEndWithin] = [Buffer.from('PK\u0005\u0006', 'latin1'), 22 + 65_535];

/** Names of actions and embedded files (ISO 32000-1, 12.6, 12.7, 7.11, 13); refused anywhere. */
const activeNames = [
  ...[
    'OpenAction',
    'AA',
    'JavaScript',
    'JS',
    'Launch',
    'URI',
    'GoToR',
    'GoToE',
    'GoTo3DView',
    'GoToDp',
    'Named',
    'Hide',
  ],
  ...[
    'SubmitForm',
    'ResetForm',
    'ImportData',
    'SetOCGState',
    'Rendition',
    'Renditions',
    'Movie',
    'Sound',
    'Thread',
  ],
  ...[
    'RichMedia',
    'RichMediaExecute',
    'RichMediaContent',
    '3D',
    '3DD',
    'Screen',
    'Widget',
    'AcroForm',
    'XFA',
  ],
  ...[
    'EmbeddedFile',
    'EmbeddedFiles',
    'EF',
    'FileAttachment',
    'Filespec',
    'AF',
    'Collection',
    'AlternatePresentations',
  ],
];

/** Allowed entries of the catalog and of a page (ISO 32000-1, tables 28 and 30). */
const allowedEntries = {
  Catalog: [
    ...[
      'Type',
      'Version',
      'Extensions',
      'Pages',
      'PageLabels',
      'Names',
      'Dests',
      'ViewerPreferences',
      'PageLayout',
    ],
    ...[
      'PageMode',
      'Outlines',
      'Metadata',
      'StructTreeRoot',
      'MarkInfo',
      'Lang',
      'OutputIntents',
      'PieceInfo',
    ],
    'OCProperties',
  ],
  Page: [
    ...[
      'Type',
      'Parent',
      'LastModified',
      'Resources',
      'MediaBox',
      'CropBox',
      'BleedBox',
      'TrimBox',
      'ArtBox',
    ],
    ...[
      'BoxColorInfo',
      'Contents',
      'Rotate',
      'Group',
      'Thumb',
      'StructParents',
      'Metadata',
      'PieceInfo',
      'Annots',
    ],
    ...['ID', 'PZ', 'SeparationInfo', 'Tabs', 'UserUnit', 'Dur', 'Trans'],
  ],
} as const satisfies Record<string, readonly string[]>;

/**
 * Returns what is wrong with the file, or null. An accepted file is a strict PDF from the first to
 * the last byte, without a password, action, external link or embedded file.
 */
export function pdfFault(bytes: Buffer): PdfFault | null {
  if (bytes.length > mostPdfBytes) return 'pdfTooLarge';
  const isHead = /^%PDF-(?:1\.[0-7]|2\.0)[\s%]/.test(bytes.toString('latin1', 0, 12));
  const table = /\bstartxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(
    bytes.toString('latin1', bytes.length - tailBytes),
  );
  const isArchive = bytes.subarray(-archiveEndWithin).includes(archiveEnd);
  if (!isHead || !table || isArchive) return 'fileKindRefused';
  try {
    const contents = readPdf(bytes);
    return contents.tables.has(Number(table[1])) ? faultOf(contents) : 'fileKindRefused';
  } catch (error) {
    if (error instanceof NotStrict) return 'fileKindRefused';
    throw error;
  }
}

function faultOf({ names, dictionaries, roots }: PdfContents): PdfFault | null {
  if (names.has('Encrypt')) return 'pdfLocked';
  if (activeNames.some((name) => names.has(name))) return 'pdfActive';
  for (const { entries, isStream } of dictionaries) {
    const kind = nameOf(entries, 'Type');
    if (
      (kind === 'Catalog' || kind === 'Page') &&
      [...entries.keys()].some((key) => !isKnown(kind, key))
    )
      return 'pdfActive';
    // A stream with such an entry loads another file or a URL.
    if (isStream && (entries.has('F') || entries.has('FFilter'))) return 'pdfActive';
  }
  const catalogs = dictionaries.filter(
    ({ of, entries }) => of !== null && roots.has(of) && nameOf(entries, 'Type') === 'Catalog',
  );
  const others = dictionaries.filter(
    ({ of, entries }) => of !== null && roots.has(of) && nameOf(entries, 'Type') !== 'Catalog',
  );
  return catalogs.length > 0 && others.length === 0 ? null : 'fileKindRefused';
}

function isKnown(kind: keyof typeof allowedEntries, key: string): boolean {
  return (allowedEntries[kind] as readonly string[]).includes(key);
}
