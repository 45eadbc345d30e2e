// The calls that screens make to the native shell (spec §1, §6; docs/integrators/native-shell.md).
import type { picturePurposes } from '@sandali/contract/credit.ts';
import type { Day } from '@sandali/contract/day.ts';
import * as v from 'valibot';
import { callShell, type ShellResult } from './bridgeWire.ts';

/** Maximum size of a photo from the shell. The page shrinks the photo before uploading it. */
export const mostPictureBytes = 5 * 1024 * 1024;
const mostPictureLetters = 4 * Math.ceil(mostPictureBytes / 3);

/**
 * The timeout of calls in which the borrower picks a contact or takes a photo, which may take
 * minutes. The other calls need no user action.
 */
const byHandMs = 3 * 60_000;
const byItselfMs = 10_000;
/** Room for a response's ids, keys and punctuation, in characters. */
const frameLetters = 1024;

const zContact = v.object({
  name: v.string(),
  numbers: v.array(v.string()),
});
/** Leaves room for a company's contact, which may have a hundred numbers. */
const mostContactLetters = 16 * 1024;
type ShellContact = v.InferOutput<typeof zContact>;

// Base64 that begins with '/9j/' decodes to FF D8 FF, the start of every JPEG.
const zPicture = v.object({
  jpeg: v.pipe(
    v.string(),
    v.maxLength(mostPictureLetters),
    v.regex(/^\/9j\/[A-Za-z0-9+/]+={0,2}$/),
  ),
});
const zNothing = v.optional(v.object({}));
const zVersion = v.object({ version: v.pipe(v.string(), v.regex(/^[\w.+-]{1,40}$/)) });

/** Opens the phone's contact picker. Returns the name and the numbers as stored, not normalised. */
export function pickContact(): Promise<ShellResult<ShellContact>> {
  return callShell({
    call: 'pickContact',
    input: {},
    data: zContact,
    mostLetters: mostContactLetters + frameLetters,
    timeoutMs: byHandMs,
  });
}

/** Opens the phone's camera for one photo, and returns it as a JPEG file of at most 5 MB. */
export async function takePicture(
  purpose: (typeof picturePurposes)[number],
): Promise<ShellResult<File>> {
  const mostLetters = mostPictureLetters + frameLetters;
  const result = await callShell({
    call: 'takePicture',
    input: { purpose },
    data: zPicture,
    mostLetters,
    timeoutMs: byHandMs,
  });
  if (result.kind !== 'done') return result;
  try {
    return {
      kind: 'done',
      data: new File([bytesOf(result.data.jpeg)], `${purpose}.jpg`, { type: 'image/jpeg' }),
    };
  } catch {
    return { kind: 'failed' }; // not valid base64
  }
}

/**
 * Proposes an all-day calendar entry, which the borrower confirms in the phone's calendar.
 * Truncates `title` to 120 characters and `note` to 500.
 */
export async function addToCalendar({
  title,
  day,
  note,
}: {
  title: string;
  day: Day;
  note: string;
}): Promise<ShellResult<unknown>> {
  const input = { title: title.slice(0, 120), day, note: note.slice(0, 500) };
  return await callShell({
    call: 'addToCalendar',
    input,
    data: zNothing,
    mostLetters: frameLetters,
    timeoutMs: byHandMs,
  });
}

/** Maximum length of a shared file in base64: 8 MiB of data. */
export const mostFileLetters = 4 * Math.ceil((8 * 1024 * 1024) / 3);

/**
 * Passes a file to the phone, which offers to open, save or send it. `bytes` is base64; if it is
 * longer than `mostFileLetters`, the result is `unsupported`.
 */
export async function shareFile({
  name,
  mediaType,
  bytes,
}: {
  name: string;
  mediaType: string;
  bytes: string;
}): Promise<ShellResult<unknown>> {
  if (bytes.length > mostFileLetters) return { kind: 'unsupported' };
  const input = { name, mediaType, bytes };
  return await callShell({
    call: 'shareFile',
    input,
    data: zNothing,
    mostLetters: frameLetters,
    timeoutMs: byHandMs,
  });
}

/**
 * Sets the display to full brightness for a scanner, or resets it. The shell also resets it when
 * the page closes.
 */
export async function keepBright(isBright: boolean): Promise<ShellResult<unknown>> {
  return await callShell({
    call: 'keepBright',
    input: { display: isBright ? 'bright' : 'usual' },
    data: zNothing,
    mostLetters: frameLetters,
    timeoutMs: byItselfMs,
  });
}

/** Returns the version of the running shell. The version in the configuration may be older. */
export async function appVersion(): Promise<ShellResult<{ version: string }>> {
  return await callShell({
    call: 'appVersion',
    input: {},
    data: zVersion,
    mostLetters: frameLetters,
    timeoutMs: byItselfMs,
  });
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const letters = atob(base64);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  return bytes;
}
