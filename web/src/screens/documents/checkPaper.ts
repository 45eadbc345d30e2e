// Checks a paper: its file against the hash in its code, here on the phone, and the code by the
// server, which alone knows what it signed.
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
  /** The file is, byte for byte, what we made; or only its code is known to be ours. */
  | ({ is: 'genuineFile' | 'genuineCode' } & Genuine)
  /**
   * The file is another than the one that its code is of; the code is not ours; the file has none;
   * it is too large or unreadable.
   */
  | { is: 'changed' | 'false' | 'noCode' | 'tooLarge' | 'unreadable' };
export type Refusal = Extract<CallResult<typeof documentCheck>, { ok: false }>;

/** More than any paper of ours: the statement of a year has some hundred kB. */
const largestBytes = 5_000_000;

/** Checks a code, which may be inside a longer text. A long text without a code is not sent. */
export async function checkCode(typed: string): Promise<Checked | Refusal | { isLong: true }> {
  const read = readPaperCode(typed);
  if (!read && typed.length > mostCodeCharacters) return { isLong: true };
  const answer = await callServer(documentCheck, { code: read ? paperCodeText(read) : typed });
  if (!answer.ok) return answer;
  const { genuine } = answer.data;
  return genuine ? { is: 'genuineCode', ...genuine } : { is: 'false' };
}

/**
 * Checks a file. It stays here: what is sent is its code, and only where the file is the one that
 * the code is of.
 */
export async function checkFile(file: Blob): Promise<Checked | Refusal | { isLong: true }> {
  const read = await readPaper(file);
  if ('is' in read) return read;
  const checked = await checkCode(paperCodeText(read));
  return 'is' in checked && checked.is === 'genuineCode'
    ? { ...checked, is: 'genuineFile' }
    : checked;
}

/** The code of a file that is, byte for byte, what was hashed; else what is wrong with it. */
export async function readPaper(
  file: Blob,
): Promise<PaperCode | { is: 'changed' | 'noCode' | 'tooLarge' | 'unreadable' }> {
  if (file.size > largestBytes) return { is: 'tooLarge' };
  const bytes = await file.arrayBuffer().then(
    (read) => new Uint8Array(read),
    () => null, // moved away or not allowed since it was chosen
  );
  if (!bytes) return { is: 'unreadable' };
  const found = findPaperCode(bytes);
  if (!found) return { is: 'noCode' };
  const hash = new Uint8Array(
    await crypto.subtle.digest('SHA-256', bytesWithoutCode(bytes, found)),
  );
  const digits = [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits === found.code.hash ? found.code : { is: 'changed' };
}
