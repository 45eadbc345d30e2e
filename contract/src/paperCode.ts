// The certificate of a paper: a code on its last page, which says the kind of the paper and its
// day, the SHA-256 of the file, and our signature over the three. The hash is of every byte of the
// file but those of the code, so that server and browser agree on where these stand and what they
// may hold.
import * as v from 'valibot';
import { call } from './call.ts';
import { type Day, zDay } from './day.ts';
import { documentKinds } from './document.ts';

/** What a code may be of: every paper of a borrower (document.ts), and the statement of account. */
export const paperKinds = [...documentKinds, 'statement'] as const;
export type PaperKind = (typeof paperKinds)[number];

/** `hash` and `signature` in small hexadecimal digits: SHA-256, Ed25519 (RFC 8032). */
export type PaperCode = { kind: PaperKind; on: Day; hash: string; signature: string };

const zCode = v.object({
  kind: v.picklist(paperKinds),
  on: zDay,
  hash: v.pipe(v.string(), v.length(64)),
  signature: v.pipe(v.string(), v.length(128)),
});

/** The words that are signed. */
export const signedWords = ({ kind, on, hash }: Omit<PaperCode, 'signature'>) =>
  `sandali paper 1\n${kind}\n${on}\n${hash}`;

/** A code as it is drawn: its head, and three rows of 64 digits in groups of 16. */
function rowsOf({ kind, on, hash, signature }: PaperCode): string[] {
  const digits = hash + signature;
  return [
    `SANDALI-1-${kind}-${on}`,
    ...[0, 64, 128].map((at) => digits.slice(at, at + 64).replace(/.{16}(?=.)/g, '$& ')),
  ];
}

/** A code as text, to be printed and pasted. */
export const paperCodeText = (code: PaperCode) => rowsOf(code).join('\n');

/**
 * Reads a pasted code, whatever white space and letter case it has come to; null if the text
 * holds none, or part of one.
 */
export function readPaperCode(text: string): PaperCode | null {
  const found = /sandali-1-([a-z]+)-(\d{4}-\d\d-\d\d)([\da-f]{64})([\da-f]{128})/.exec(
    text.replace(/[\s\p{Cf}\p{DI}]/gu, '').toLowerCase(),
  );
  const [, kind, on, hash, signature] = found ?? [];
  const read = v.safeParse(zCode, { kind, on, hash, signature });
  return read.success ? read.output : null;
}

/**
 * The bytes by which a PDF draws a code: text operators of a content stream (ISO 32000-1 §9.4), as
 * ASCII.
 */
export const drawnPaperCode = (code: PaperCode) =>
  rowsOf(code)
    .map((row) => `(${row}) Tj T*\n`)
    .join('');

export type FoundCode = { code: PaperCode; start: number; end: number };

/**
 * The code of a file and the bytes where it stands; null if the file has none or several.
 * Nothing but its own digits fits there, so that what the hash leaves out can draw nothing else.
 */
export function findPaperCode(file: Uint8Array): FoundCode | null {
  const text = new TextDecoder('latin1').decode(file);
  const [found, another] = text.matchAll(
    /\(SANDALI-1-[a-z]+-[\d-]{10}\) Tj T\*\n(?:\([\da-f ]{67}\) Tj T\*\n){3}/g,
  );
  const code = found && !another ? readPaperCode(found[0].replace(/[()]|Tj T\*/g, '')) : null;
  if (!found || !code || drawnPaperCode(code) !== found[0]) return null;
  return { code, start: found.index, end: found.index + found[0].length };
}

/** The bytes that are hashed: those of the file, with zeros where the code stands. */
export function bytesWithoutCode(
  file: Uint8Array,
  { start, end }: Pick<FoundCode, 'start' | 'end'>,
): Uint8Array<ArrayBuffer> {
  return new Uint8Array(file).fill(0, start, end);
}

/** How long a pasted text may be. */
export const mostCodeCharacters = 1000;

/**
 * Whether a code is ours, for anybody. It answers the kind of the paper and its day, and nothing of
 * whom it is about; null for a code that we did not sign. That the words of a paper are those that
 * were signed is for the asker to see: by the hash of its file, which never comes here.
 */
export const documentCheck = call({
  path: '/document/check',
  who: 'anyone',
  kind: 'read',
  request: v.strictObject({ code: v.pipe(v.string(), v.maxLength(mostCodeCharacters)) }),
  data: v.object({ genuine: v.nullable(v.object({ kind: v.picklist(paperKinds), on: zDay })) }),
  refusals: ['paperCodeUnreadable'],
});
