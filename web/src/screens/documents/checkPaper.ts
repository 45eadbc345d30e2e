// Checks a document: the phone compares its file with the hash in its code, and the server verifies
// the code's signature.
import type { DataOf } from '@sandali/contract/call.ts';
import {
  bytesWithoutCode,
  documentCheck,
  findPaperCode,
  mostCodeCharacters,
  type PaperCode,
  paperCodeText,
  readPaperCode,
} from '@sandali/contract/paperCode.ts';
import { type CallResult, callServer } from '#/client/callServer.ts';

type Genuine = NonNullable<DataOf<typeof documentCheck>['genuine']>;
export type Checked =
  /**
   * The whole file is the lender's, byte for byte (`genuineFile`), or only its code is known to be
   * genuine (`genuineCode`).
   */
  | ({ is: 'genuineFile' | 'genuineCode' } & Genuine)
  /**
   * The file does not match its code (`changed`); the code is not the lender's (`false`); the file
   * does not have exactly one code, is too large, or is unreadable.
   */
  | { is: 'changed' | 'false' | 'noCode' | 'tooLarge' | 'unreadable' };
export type Refusal = Extract<CallResult<typeof documentCheck>, { ok: false }>;

/** More than the size of any document: a yearly statement takes up a few hundred kB. */
const largestBytes = 5_000_000;

/** Checks a code, which may be inside a longer text. A long text without a code is not sent. */
export async function checkCode(typed: string): Promise<Checked | Refusal | { isLong: true }> {
  const code = readPaperCode(typed);
  if (!code && typed.length > mostCodeCharacters) return { isLong: true };
  const answer = await callServer(documentCheck, { code: code ? paperCodeText(code) : typed });
  if (!answer.ok) return answer;
  const { genuine } = answer.data;
  return genuine ? { is: 'genuineCode', ...genuine } : { is: 'false' };
}

/** Checks a file. The file stays on the phone; its code is sent only if the two match. */
export async function checkFile(file: Blob): Promise<Checked | Refusal | { isLong: true }> {
  const code = await readPaper(file);
  if ('is' in code) return code;
  const checked = await checkCode(paperCodeText(code));
  return 'is' in checked && checked.is === 'genuineCode'
    ? { ...checked, is: 'genuineFile' }
    : checked;
}

/** Returns a file's code if the file matches it byte for byte; otherwise what is wrong. */
export async function readPaper(
  file: Blob,
): Promise<PaperCode | { is: 'changed' | 'noCode' | 'tooLarge' | 'unreadable' }> {
  if (file.size > largestBytes) return { is: 'tooLarge' };
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null, // moved or no longer permitted since it was chosen
  );
  if (!bytes) return { is: 'unreadable' };
  const match = findPaperCode(bytes);
  if (!match) return { is: 'noCode' };
  const hash = new Uint8Array(
    await crypto.subtle.digest('SHA-256', bytesWithoutCode(bytes, match)),
  );
  const digits = [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits === match.code.hash ? match.code : { is: 'changed' };
}
