// The file that a screening list comes in: JSON Lines in UTF-8, described in
// docs/operators/review.md. The first line says what it is; every other line is one entry. Errors
// name the line and never quote its content.

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
export type LineWrong = { line: number; why: string };

/** What a file has at most; the largest public lists have a third of it. */
export const linesMost = 60_000;
export const fileMostBytes = 16 * 1024 * 1024;
/** So many lines are read in a few milliseconds; then others have their turn. */
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
          'is no Philippine mobile number',
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
  v.regex(/^(?:18|19|20)\d\d(?:-\d\d-\d\d)?$/, 'is a year, or a day as 1970-01-31'),
  v.check((text) => text.length === 4 || v.is(zDay, text), 'is no day of the calendar'),
  v.transform(
    (text): BornOn => ({ year: Number(text.slice(0, 4)), day: text.length > 4 ? text : null }),
  ),
);
const zListedName = v.pipe(
  zLine(200),
  v.check(
    (text) => normalName(text).includes(' ') || /\p{Script=Han}{2}/u.test(normalName(text)),
    'has fewer than two words that count',
  ),
);
const zSanctioned = v.strictObject({
  name: zListedName,
  /** The part of `name` that is its middle name: the name then also counts without it. */
  middleName: v.optional(zLine(60)),
  aliases: v.optional(v.pipe(v.array(zListedName), v.maxLength(50)), []),
  born: v.optional(v.pipe(v.array(zBorn), v.maxLength(20)), []),
  note,
});

/** Reads a file. @returns the list, or what is wrong, at most ten lines of it. */
export async function readScreeningFile(text: string): Promise<ReadFile | { wrong: LineWrong[] }> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines.length > linesMost)
    return { wrong: [{ line: linesMost + 1, why: `a file has at most ${linesMost} lines` }] };
  const head = readLine(zHead, lines[0] ?? '');
  if ('why' in head) return { wrong: [{ line: 1, why: head.why }] };
  const { list } = head.value;
  const entries: ReadFile['entries'] = [];
  const wrong: LineWrong[] = [];
  for (const [place, words] of lines.entries()) {
    if (place % linesAtOnce === 0) await new Promise((next) => setImmediate(next));
    if (place === 0 || words.trim() === '') continue;
    const keys = list === 'blocklist' ? blockedKeys(words) : sanctionedKeys(words);
    if ('why' in keys) wrong.push({ line: place + 1, why: keys.why });
    else entries.push({ line: place + 1, keys: keys.value });
    if (wrong.length === 10) break;
  }
  return wrong.length > 0 ? { wrong } : { ...head.value, entries };
}

type Keys = { value: Key[] } | { why: string };

function blockedKeys(words: string): Keys {
  const read = readLine(zBlocked, words);
  if ('why' in read) return { why: read.why };
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
  if ('why' in read) return { why: read.why };
  const { name, middleName, aliases, born } = read.value;
  const names = new Set([name, ...aliases].map(normalName));
  if (middleName) {
    const left = withoutWords(normalName(name), normalName(middleName));
    if (left === null) return { why: 'middleName: is no part of the name' };
    if (left.includes(' ')) names.add(left);
  }
  return { value: [...names].flatMap((one) => keysOfName(one, born)) };
}

/** The words of a name less those of another, or null where they are not all in it. */
function withoutWords(name: string, less: string): string | null {
  const left = name.split(' ');
  for (const word of less.split(' ')) {
    const place = left.indexOf(word);
    if (place < 0) return null;
    left.splice(place, 1);
  }
  return left.join(' ');
}

function readLine<S extends v.GenericSchema>(
  schema: S,
  words: string,
): { value: v.InferOutput<S> } | { why: string } {
  let data: unknown;
  try {
    data = JSON.parse(words);
  } catch {
    return { why: 'is no JSON' };
  }
  const read = v.safeParse(schema, data, { abortEarly: true });
  if (read.success) return { value: read.output };
  const [issue] = read.issues;
  const where = v.getDotPath(issue);
  // The schema library's own messages repeat the value.
  const why = issue.message.startsWith('Invalid') ? 'is not as the format says' : issue.message;
  return { why: where ? `${where}: ${why}` : why };
}
