// The certificate of a document: a code on its last page with the document's kind and day, the
// SHA-256 of every other byte of the file, and our signature over all three.
import * as v from 'valibot';
import { call } from './call.ts';
import { type Day, zDay } from './day.ts';
import { documentKinds } from './document.ts';

/** Kinds of documents with a code: those in document.ts, and the statement of account. */
export const paperKinds = [...documentKinds, 'statement'] as const;
export type PaperKind = (typeof paperKinds)[number];

/** `hash` (SHA-256) and `signature` (Ed25519, RFC 8032) are lowercase hex. */
export type PaperCode = { kind: PaperKind; on: Day; hash: string; signature: string };

const zCode = v.object({
  kind: v.picklist(paperKinds),
  on: zDay,
  hash: v.pipe(v.string(), v.length(64)),
  signature: v.pipe(v.string(), v.length(128)),
});

/** Returns the text that we sign. */
export const signedText = ({ kind, on, hash }: Omit<PaperCode, 'signature'>) =>
  `sandali paper 1\n${kind}\n${on}\n${hash}`;

/** Returns a code as printed: its heading, and three rows of 64 digits in groups of 16. */
function rowsOf({ kind, on, hash, signature }: PaperCode): string[] {
  const digits = hash + signature;
  return [
    `SANDALI-1-${kind}-${on}`,
    ...[0, 64, 128].map((at) => digits.slice(at, at + 64).replace(/.{16}(?=.)/g, '$& ')),
  ];
}

/** Formats a code as text, for printing and pasting. */
export const paperCodeText = (code: PaperCode) => rowsOf(code).join('\n');

/**
 * Parses a pasted code, ignoring white space and letter case. Returns null if the text has no
 * complete code.
 */
export function readPaperCode(text: string): PaperCode | null {
  const match = /sandali-1-([a-z]+)-(\d{4}-\d\d-\d\d)([\da-f]{64})([\da-f]{128})/.exec(
    text.replace(/[\s\p{Cf}\p{DI}]/gu, '').toLowerCase(),
  );
  const [, kind, on, hash, signature] = match ?? [];
  const read = v.safeParse(zCode, { kind, on, hash, signature });
  return read.success ? read.output : null;
}

/**
 * Returns the bytes that draw a code in a PDF: text operators of a content stream (ISO 32000-1
 * §9.4) in ASCII.
 */
export const drawnPaperCode = (code: PaperCode) =>
  rowsOf(code)
    .map((row) => `(${row}) Tj T*\n`)
    .join('');

export type FoundCode = { code: PaperCode; start: number; end: number };

/**
 * Returns the code in a file and its position; null if the file has no code or several. The
 * position covers only the code's own digits, so the bytes that are not hashed can draw nothing
 * else.
 */
export function findPaperCode(file: Uint8Array): FoundCode | null {
  const text = new TextDecoder('latin1').decode(file);
  const [match, another] = text.matchAll(
    /\(SANDALI-1-[a-z]+-[\d-]{10}\) Tj T\*\n(?:\([\da-f ]{67}\) Tj T\*\n){3}/g,
  );
  const code = match && !another ? readPaperCode(match[0].replace(/[()]|Tj T\*/g, '')) : null;
  if (!match || !code || drawnPaperCode(code) !== match[0]) return null;
  return { code, start: match.index, end: match.index + match[0].length };
}

/** Returns the bytes to hash: the file with zeros in place of the code. */
export function bytesWithoutCode(
  file: Uint8Array,
  { start, end }: Pick<FoundCode, 'start' | 'end'>,
): Uint8Array<ArrayBuffer> {
  return new Uint8Array(file).fill(0, start, end);
}

/** The maximum length of a pasted code, including text around it. */
export const mostCodeCharacters = 1000;

/**
 * Tells anybody whether we signed a code. Returns only the document's kind and day, nothing about
 * its owner; null unless we signed the code. The caller compares the file's hash with the code; the
 * file itself is never sent.
 */
export const documentCheck = call({
  path: '/document/check',
  who: 'anyone',
  kind: 'read',
  request: v.strictObject({ code: v.pipe(v.string(), v.maxLength(mostCodeCharacters)) }),
  data: v.object({ genuine: v.nullable(v.object({ kind: v.picklist(paperKinds), on: zDay })) }),
  refusals: ['paperCodeUnreadable'],
});
