// Prints a document with its code (contract/src/paperCode.ts). The code signs all other bytes of
// the file, so it is first appended as zeros in an incremental update (ISO 32000-1 §7.5.6) and then
// filled in.
import { createHash } from 'node:crypto';
import type { Day } from '@sandali/contract/day.ts';
import {
  bytesWithoutCode,
  drawnPaperCode,
  type PaperKind,
  signedText,
} from '@sandali/contract/paperCode.ts';
import { invariant } from '#/platform/refuse.ts';
import { type Paper, type PrintTurn, printPaper } from './paper.ts';

type Certified = {
  kind: PaperKind;
  /** The document's date, a Manila day. */
  on: Day;
  /** Signs a text and returns the signature in hex. */
  sign(words: string): string;
  turn: PrintTurn;
};

/**
 * Prints a document with space for a code, and inserts its code.
 * @throws Refused systemBusy as `printPaper` does
 */
export async function printCertified(
  paper: Paper & Required<Pick<Paper, 'certificate'>>,
  { kind, on, sign, turn }: Certified,
): Promise<Buffer> {
  const blank = drawnPaperCode({ kind, on, hash: '0'.repeat(64), signature: '0'.repeat(128) });
  const file = withDrawing(await printPaper(paper, turn), blank);
  const start = file.lastIndexOf(blank, file.length, 'latin1');
  const hash = createHash('sha256')
    .update(bytesWithoutCode(file, { start, end: start + blank.length }))
    .digest('hex');
  file.write(
    drawnPaperCode({ kind, on, hash, signature: sign(signedText({ kind, on, hash })) }),
    start,
    'latin1',
  );
  return file;
}

/**
 * Where the code begins on an A4 page, in points from the lower left corner. paper.typ leaves this
 * space free.
 */
const place = { x: 63.7, y: 81.7, size: 7.5, lead: 9 } as const;

/**
 * Appends text operators to the last page of a PDF from typst, which writes an uncompressed object
 * table.
 */
function withDrawing(pdf: Buffer, operators: string): Buffer {
  const text = pdf.toString('latin1');
  const { table, trailer } = endOf(text);
  const objectAt = (id: number) => {
    const from = Number(text.slice(table + 20 * id, table + 20 * id + 10));
    return text.slice(from, text.indexOf('endobj', from) + 'endobj'.length);
  };
  const [page, pageText] = lastPage(objectAt, Number(firstMatch(/\/Root (\d+) 0 R/, trailer)));
  const size = Number(firstMatch(/\/Size (\d+)/, trailer));
  const [font, stream] = [size, size + 1];
  const drawn = `/Artifact BMC\nq\n0 g\nBT\n/code1 ${place.size} Tf\n${place.lead} TL\n${place.x} ${place.y} Td\n${operators}ET\nQ\nEMC\n`;
  const changed = pageText
    .replace(/\/Contents (\d+ 0 R)/, `/Contents [$1 ${stream} 0 R]`)
    .replace(/\/Font <</, `/Font <<\n      /code1 ${font} 0 R`);
  invariant(
    changed.includes(`${stream} 0 R`) && changed.includes(`${font} 0 R`),
    'a page of typst names its contents and fonts',
  );
  const objects = [
    { id: page, text: changed },
    {
      id: font,
      text: `${font} 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>\nendobj`,
    },
    {
      id: stream,
      text: `${stream} 0 obj\n<< /Length ${drawn.length} >>\nstream\n${drawn}endstream\nendobj`,
    },
  ];
  let update = '\n';
  let entries = '';
  for (const object of objects) {
    entries += `${object.id} 1\n${String(text.length + update.length).padStart(10, '0')} 00000 n \n`;
    update += `${object.text}\n`;
  }
  const keptEntries = ['/Root \\d+ 0 R', '/Info \\d+ 0 R', '/ID \\[.*?\\]']
    .map((entry) => new RegExp(entry).exec(trailer)?.[0] ?? '')
    .join(' ');
  const next = `trailer\n<< /Size ${size + 2} ${keptEntries} /Prev ${firstMatch(/startxref\s+(\d+)/, trailer)} >>`;
  return Buffer.from(
    `${text}${update}xref\n${entries}${next}\nstartxref\n${text.length + update.length}\n%%EOF\n`,
    'latin1',
  );
}

/**
 * Returns a PDF's trailer and the offset of the first entry in its object table. Each entry has 20
 * bytes; the first is object 0.
 */
function endOf(text: string): { table: number; trailer: string } {
  const trailer = text.slice(text.lastIndexOf('trailer'));
  const start = Number(firstMatch(/startxref\s+(\d+)/, trailer));
  const head = firstMatch(/^(xref\s+0 \d+\s+)/, text.slice(start, start + 40));
  return { table: start + head.length, trailer };
}

/** Returns the id and text of the last page, found through the page tree. */
function lastPage(objectAt: (id: number) => string, root: number): [number, string] {
  let id = Number(firstMatch(/\/Pages (\d+) 0 R/, objectAt(root)));
  for (let text = objectAt(id); ; text = objectAt(id)) {
    if (/\/Type \/Page\b/.test(text)) return [id, text];
    id = Number(firstMatch(/\/Kids \[[^\]]*?(\d+) 0 R\s*\]/, text));
  }
}

function firstMatch(pattern: RegExp, text: string): string {
  const match = pattern.exec(text)?.[1];
  invariant(match !== undefined, `a PDF of typst has ${pattern.source}`);
  return match;
}
