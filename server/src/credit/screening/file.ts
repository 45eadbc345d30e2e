// Reads a screening list from JSON Lines (docs/operators/review.md): a header, then one entry per
// line. Errors name the line and never quote its content.

import { zDay } from '@sandali/contract/day.ts';
import { zDeviceId, zIdNumber } from '@sandali/contract/id.ts';
import { parsePhilippineMobile, readMobile } from '@sandali/contract/phone.ts';
import { zLine } from '@sandali/contract/text.ts';
import * as v from 'valibot';
import { normaliseIdNumber } from '#/data/identity.ts';
import { type ScreeningList, screeningLists } from '#/data/review-rules.ts';
import { type BornOn, type Key, keysOfName, normalName } from './keys.ts';

export type ReadFile = {
  list: ScreeningList;
  source: string;
  date: string;
  entries: { line: number; keys: Key[] }[];
};
export type LineFault = { line: number; fault: string };

/** The size limits of a file. The largest public lists are about a third as large. */
const linesMost = 60_000;
export const fileMostBytes = 16 * 1024 * 1024;
/** The number of lines to read, in a few milliseconds, before a pause for other work. */
const linesAtOnce = 200;

const zHead = v.strictObject({ list: v.picklist(screeningLists), source: zLine(200), date: zDay });

const note = v.optional(zLine(200));
function isForeign(text: string): boolean {
  const read = readMobile(text);
  return 'fault' in read && read.fault === 'foreign';
}

const zBlocked = v.pipe(
  v.strictObject({
    phone: v.optional(
      v.pipe(
        v.string(),
        v.check((text) => !isForeign(text), 'is from another country'),
        v.check(
          (text) => isForeign(text) || parsePhilippineMobile(text) !== null,
          'is not a Philippine mobile number',
        ),
      ),
    ),
    idNumber: v.optional(v.pipe(v.string(), v.transform(normaliseIdNumber), zIdNumber)),
    device: v.optional(zDeviceId),
    note,
  }),
  v.check(
    ({ phone, idNumber, device }) => [phone, idNumber, device].filter(Boolean).length === 1,
    'needs one of phone, idNumber, device',
  ),
);

const zBorn = v.pipe(
  v.string(),
  v.regex(/^(?:18|19|20)\d\d(?:-\d\d-\d\d)?$/, 'must be a year, or a day such as 1970-01-31'),
  v.check((text) => text.length === 4 || v.is(zDay, text), 'is not a calendar day'),
  v.transform(
    (text): BornOn => ({ year: Number(text.slice(0, 4)), day: text.length > 4 ? text : null }),
  ),
);
const zListedName = v.pipe(
  zLine(200),
  v.check(
    (text) => normalName(text).includes(' ') || /\p{Script=Han}{2}/u.test(normalName(text)),
    'has fewer than two words besides particles such as de and titles such as Jr',
  ),
);
const zSanctioned = v.strictObject({
  name: zListedName,
  /** The middle name within `name`. If present, the name also matches without it. */
  middleName: v.optional(zLine(60)),
  aliases: v.optional(v.pipe(v.array(zListedName), v.maxLength(50)), []),
  born: v.optional(v.pipe(v.array(zBorn), v.maxLength(20)), []),
  note,
});

/** Reads a file. @returns the list, or the first ten faults. */
export async function readScreeningFile(text: string): Promise<ReadFile | { wrong: LineFault[] }> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines.length > linesMost)
    return { wrong: [{ line: linesMost + 1, fault: `the file has more than ${linesMost} lines` }] };
  const head = readLine(zHead, lines[0] ?? '');
  if ('fault' in head) return { wrong: [{ line: 1, fault: head.fault }] };
  const { list } = head.value;
  const entries: ReadFile['entries'] = [];
  const wrong: LineFault[] = [];
  for (const [place, words] of lines.entries()) {
    if (place % linesAtOnce === 0) await new Promise((next) => setImmediate(next));
    if (place === 0 || words.trim() === '') continue;
    const keys = list === 'blocklist' ? blockedKeys(words) : sanctionedKeys(words);
    if ('fault' in keys) wrong.push({ line: place + 1, fault: keys.fault });
    else entries.push({ line: place + 1, keys: keys.value });
    if (wrong.length === 10) break;
  }
  return wrong.length > 0 ? { wrong } : { ...head.value, entries };
}

type Keys = { value: Key[] } | { fault: string };

function blockedKeys(words: string): Keys {
  const read = readLine(zBlocked, words);
  if ('fault' in read) return { fault: read.fault };
  const { phone, idNumber, device } = read.value;
  if (phone) return { value: [{ kind: 'phone', text: parsePhilippineMobile(phone) ?? '' }] };
  return {
    value: [
      idNumber ? { kind: 'idNumber', text: idNumber } : { kind: 'device', text: device ?? '' },
    ],
  };
}

function sanctionedKeys(words: string): Keys {
  const read = readLine(zSanctioned, words);
  if ('fault' in read) return { fault: read.fault };
  const { name, middleName, aliases, born } = read.value;
  const names = new Set([name, ...aliases].map(normalName));
  if (middleName) {
    const shorter = withoutWords(normalName(name), normalName(middleName));
    if (shorter === null) return { fault: 'middleName: is not part of the name' };
    if (shorter.includes(' ')) names.add(shorter);
  }
  return { value: [...names].flatMap((listed) => keysOfName(listed, born)) };
}

/** Removes each word of `less` from a name. Returns null if the name lacks any of these words. */
function withoutWords(name: string, less: string): string | null {
  const words = name.split(' ');
  for (const word of less.split(' ')) {
    const place = words.indexOf(word);
    if (place < 0) return null;
    words.splice(place, 1);
  }
  return words.join(' ');
}

function readLine<S extends v.GenericSchema>(
  schema: S,
  words: string,
): { value: v.InferOutput<S> } | { fault: string } {
  let data: unknown;
  try {
    data = JSON.parse(words);
  } catch {
    return { fault: 'is not JSON' };
  }
  const read = v.safeParse(schema, data, { abortEarly: true });
  if (read.success) return { value: read.output };
  const [issue] = read.issues;
  const field = v.getDotPath(issue);
  // Valibot's own messages quote the value.
  const fault = issue.message.startsWith('Invalid') ? 'does not fit the format' : issue.message;
  return { fault: field ? `${field}: ${fault}` : fault };
}
