// Builds small PDF files for tests, like those from other software.
import { deflateSync } from 'node:zlib';

const page = '/Type /Page /Parent 2 0 R /MediaBox [0 0 200 200]';

/** Additions to a PDF with one empty page, in PDF syntax. */
export type PdfParts = {
  /** Entries for the catalog, the page and the trailer. */
  catalog?: string;
  page?: string;
  trailer?: string;
  /** Complete objects, streams included, numbered from 4. */
  objects?: readonly string[];
  /** The text of a comment after the header. */
  comment?: string;
};

/** Creates a PDF with one empty page and these parts. */
export function pdfOf({
  catalog = '',
  page: pageEntries = '',
  trailer = '',
  objects = [],
  comment,
}: PdfParts): Buffer {
  let text = '%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n';
  if (comment !== undefined) text += `%${comment}\n`;
  const allObjects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< ${page} ${pageEntries} >>`,
    ...objects,
  ];
  const places = allObjects.map((object, nth) => {
    const place = text.length;
    text += `${nth + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = text.length;
  const rows = ['0000000000 65535 f \n', ...places].join('');
  const head = `xref\n0 ${places.length + 1}\n${rows}trailer\n`;
  const size = `/Size ${places.length + 1} /Root 1 0 R`;
  return Buffer.from(
    `${text}${head}<< ${size} ${trailer} >>\nstartxref\n${table}\n%%EOF\n`,
    'latin1',
  );
}

export function streamOf(bytes: string, entries = ''): string {
  return `<< /Length ${bytes.length} ${entries} >>\nstream\n${bytes}\nendstream`;
}

export function compressedOf(bytes: string, entries = ''): string {
  const packed = deflateSync(Buffer.from(bytes, 'latin1')).toString('latin1');
  return streamOf(packed, `/Filter /FlateDecode ${entries}`);
}

/** Creates a compressed object stream with these objects, numbered from 10. */
export function objectStreamOf(...objects: readonly string[]): string {
  let at = 0;
  const table = objects.map((object, nth) => {
    const entry = `${nth + 10} ${at}`;
    at += object.length + 1;
    return entry;
  });
  const head = `${table.join(' ')}\n`;
  const entries = `/Type /ObjStm /N ${objects.length} /First ${head.length}`;
  return compressedOf(`${head}${objects.join('\n')}\n`, entries);
}

/**
 * Creates a PDF with one empty page. `more`, stored in a stream, makes the file larger or unique.
 */
export function somePdf(more = ''): Buffer {
  return pdfOf({ objects: [streamOf(more)] });
}
