// Ops: the lists that applications are screened against, imported whole from a file (docs/operations/review.md).
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { Declined, type StaffAnswer, type StaffCommand, type StaffCtx, staffCommand } from '#/commands/command.ts';
import { type ScreeningList, screeningLists } from '#/data/review-rules.ts';
import type { Tx } from '#/db/database.ts';
import { manilaDayOf, wireDay, wireInstant } from '#/kit/days.ts';
import { newId } from '#/kit/random.ts';
import { fileMostBytes, type ReadFile, readScreeningFile } from './screening-file.ts';
import { hashOfKey } from './screening-keys.ts';
import { type Entry, forgetOldEntries, insertEntries, insertList, type ListRow, listVersions, lockLists } from './screening-store.ts';

const zList = v.picklist(screeningLists);
const linesAtOnce = 500;

export const screeningCommands: readonly StaffCommand[] = [
  staffCommand({
    name: 'screening import',
    kind: 'change',
    // Who decides on people does not choose whom the lists name.
    roles: ['engineer'],
    bodyLimitBytes: 2 * fileMostBytes,
    request: v.strictObject({ list: zList, text: v.pipe(v.string(), v.maxLength(fileMostBytes)) }),
    run: (ctx, tx, { list, text }) => importList(ctx, tx, list, text),
  }),
  staffCommand({
    name: 'screening list',
    kind: 'look',
    roles: ['engineer', 'reviewer'],
    request: v.strictObject({}),
    run: async ({ now, house }, tx) => {
      const versions = await listVersions(tx);
      const lists = screeningLists.map((list) => {
        const newest = versions.find((row) => row.list === list);
        const ageDays = newest?.listedOn.until(manilaDayOf(now), { largestUnit: 'days' }).days;
        return newest ? { ...shown(newest), ageDays } : { list, version: null };
      });
      return { data: { lists, isNeeded: !house.config.isSandbox } };
    },
  }),
  staffCommand({
    name: 'screening show',
    kind: 'look',
    roles: ['engineer', 'reviewer'],
    request: v.strictObject({ list: zList }),
    run: async (_ctx, tx, { list }) => ({ data: { versions: (await listVersions(tx, list)).map(shown) } }),
  }),
];

/** Puts a list in the place of the one before, whole or not at all. */
async function importList(ctx: StaffCtx, tx: Tx, list: ScreeningList, text: string): Promise<StaffAnswer> {
  const file = await readScreeningFile(text);
  if ('wrong' in file) throw new Declined(`Nothing was imported. ${file.wrong.map(({ line, why }) => `Line ${line}: ${why}`).join('; ')}.`);
  if (file.list !== list) throw new Declined(`Nothing was imported. The file is for the list ${file.list}, not for ${list}.`);
  if (list === 'sanctions' && file.entries.length === 0)
    throw new Declined('Nothing was imported. A sanctions list without anybody is none.');
  await lockLists(tx);
  const [before] = await listVersions(tx, list);
  const fileHash = createHash('sha256').update(text).digest();
  if (before?.fileHash.equals(fileHash)) throw new Declined(`This file is in force already, as version ${before.version}.`);
  const row = rowOf(ctx, file, { version: (before?.version ?? 0) + 1, fileHash });
  await insertList(tx, row);
  for (let at = 0; at < file.entries.length; at += linesAtOnce) {
    const some = file.entries.slice(at, at + linesAtOnce);
    const entries = some.flatMap(({ line, keys }): Entry[] => keys.map((key) => ({ line, hash: hashOfKey(ctx.house.sealer, key) })));
    await insertEntries(tx, row.id, entries);
  }
  await forgetOldEntries(tx, list);
  const detail = { list, version: row.version, lines: row.lineCount, fileHash: fileHash.toString('hex') };
  return { data: { ...shown(row), replaces: before?.version ?? null }, subject: row.id, detail };
}

function rowOf({ now, who }: StaffCtx, file: ReadFile, of: { version: number; fileHash: Buffer }): ListRow {
  const { list, source, date, entries } = file;
  const listedOn = Temporal.PlainDate.from(date);
  return { id: newId(now), list, source, listedOn, lineCount: entries.length, importedAt: now, importedBy: who, ...of };
}

function shown({ list, version, source, listedOn, lineCount, fileHash, importedAt, importedBy }: ListRow) {
  return {
    list,
    version,
    source,
    date: wireDay(listedOn),
    lines: lineCount,
    fileHash: fileHash.toString('hex'),
    importedAt: wireInstant(importedAt),
    importedBy,
  };
}
