// What the native shell does for a screen: one contact, one photo, one day in the calendar, one
// file, a bright display (spec §1, §6; docs/integrators/native-shell.md).
import type { picturePurposes } from '@sandali/contract/credit.ts';
import type { Day } from '@sandali/contract/day.ts';
import * as v from 'valibot';
import { callShell, type ShellResult } from './bridgeWire.ts';

/** A photo may have so many bytes; the page makes it smaller before it is sent on. */
export const mostPictureBytes = 5 * 1024 * 1024;
const mostPictureLetters = 4 * Math.ceil(mostPictureBytes / 3);

/** Somebody chooses a person or takes a photo: minutes. The others need nobody. */
const byHandMs = 3 * 60_000;
const byItselfMs = 10_000;
/** Ids, names and signs of an answer besides its data. */
const frameLetters = 1024;

const zContact = v.object({
  name: v.string(),
  numbers: v.array(v.string()),
});
/** A contact of a company may have a hundred numbers. */
const mostContactLetters = 16 * 1024;
type ShellContact = v.InferOutput<typeof zContact>;

// Base64 that begins with '/9j/' is FF D8 FF, as every JPEG does.
const zPicture = v.object({
  jpeg: v.pipe(
    v.string(),
    v.maxLength(mostPictureLetters),
    v.regex(/^\/9j\/[A-Za-z0-9+/]+={0,2}$/),
  ),
});
const zNothing = v.optional(v.object({}));
const zVersion = v.object({ version: v.pipe(v.string(), v.regex(/^[\w.+-]{1,40}$/)) });

/**
 * Lets the borrower choose one contact in the phone's picker: the name and the numbers as stored
 * there, not normalised.
 */
export function pickContact(): Promise<ShellResult<ShellContact>> {
  return callShell({
    call: 'pickContact',
    input: {},
    data: zContact,
    mostLetters: mostContactLetters + frameLetters,
    timeoutMs: byHandMs,
  });
}

/** Lets the borrower take one photo with the phone's camera; a JPEG file of at most 5 MB. */
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
    return { kind: 'failed' }; // not base64 after all
  }
}

/**
 * Offers an all-day entry to the phone's calendar; the borrower confirms it there. `title` up to
 * 120 letters, `note` up to 500.
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

/** A file as base64 may have so many letters: 8 MiB of bytes. */
export const mostFileLetters = 4 * Math.ceil((8 * 1024 * 1024) / 3);

/**
 * Hands a file to the phone, which offers to open, keep or send it. A larger one is `unsupported`.
 * `bytes` is base64.
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
 * Makes the display as bright as it can be, for a scanner, or again as it was. The host puts it
 * back by itself when the page goes.
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

/**
 * The shell's own version, from the program that runs and not from the configuration it began with.
 */
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
