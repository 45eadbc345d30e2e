// Ops: the lists that applications are screened against, imported whole from a file
// (docs/operators/review.md).

import { choice, file, option, word } from '#/commands/arguments.ts';
import { command, type StaffCommand, type StaffCtx } from '#/commands/command.ts';
import { type ScreeningList, screeningLists } from '#/data/review-rules.ts';
import type { Tx } from '#/db/database.ts';
import { manilaDayOf, wireDay, wireInstant } from '#/platform/days.ts';
import { newId } from '#/platform/random.ts';
import { Declined } from '#/platform/refuse.ts';
import { sha256 } from '#/platform/seal.ts';
import { fileMostBytes, type ReadFile, readScreeningFile } from './file.ts';
import { hashOfKey } from './keys.ts';
import {
  type Entry,
  forgetOldEntries,
  insertEntries,
  insertList,
  type ListRow,
  listVersions,
  lockLists,
} from './store.ts';

const list = choice(screeningLists);
const linesAtOnce = 500;

export const screeningCommands: readonly StaffCommand[] = [
  command({
    name: 'screening list',
    about:
      'Lists what applications are screened against. Ends with exit code 1 where a list is needed and missing.',
    examples: ['screening list'],
    kind: 'look',
    roles: ['engineer', 'reviewer'],
    run: async ({ now, app }, tx) => {
      const versions = await listVersions(tx);
      const lists = screeningLists.map((list): ListSeen => {
        const newest = versions.find((row) => row.list === list);
        const ageDays = newest?.listedOn.until(manilaDayOf(now), { largestUnit: 'days' }).days;
        return newest ? { ...shown(newest), ageDays } : { list, version: null };
      });
      return { data: { lists, isNeeded: !app.config.isSandbox } };
    },
    shows: ({ table }) =>
      table(
        (data) => data.lists,
        {
          list: (one) => one.list,
          version: (one) => one.version,
          source: (one) => one.source,
          date: (one) => one.date,
          'days old': (one) => one.ageDays,
          lines: (one) => one.lines,
          imported: (one) => one.importedAt,
        },
        {
          lines: (data) =>
            isMissing(data)
              ? ['There is no sanctions list: every application waits for a person.']
              : [],
          isWell: (data) => !isMissing(data),
        },
      ),
  }),
  command({
    name: 'screening show',
    about:
      'Shows every version of a list that there was, the newest first, with the SHA-256 of its file.',
    examples: ['screening show sanctions'],
    kind: 'look',
    roles: ['engineer', 'reviewer'],
    arguments: { list: word(list, 'which list') },
    run: async (_ctx, tx, { list }) => ({
      data: { versions: (await listVersions(tx, list)).map(shown) },
    }),
    shows: ({ table }) =>
      table(
        (data) => data.versions,
        {
          version: (one) => one.version,
          source: (one) => one.source,
          date: (one) => one.date,
          lines: (one) => one.lines,
          imported: (one) => one.importedAt,
          by: (one) => one.importedBy,
          'SHA-256': (one) => one.fileHash,
        },
        { none: 'None was ever imported.' },
      ),
  }),
  command({
    name: 'screening import',
    about:
      'Replaces a list by one from a file (JSON Lines). Applications that it names wait for a person.',
    examples: [
      'screening import server/src/data/screening-samples/sanctions.jsonl --list sanctions --reason "trying it in the sandbox"',
      'screening import server/src/data/screening-samples/blocklist.jsonl --list blocklist --reason "fraud of ticket 91"',
    ],
    kind: 'change',
    seenFirst: { notNeeded: 'it decides about a list, and each match waits for two people' },
    // Staff who decide on applications must not choose who is on the lists.
    roles: ['engineer'],
    bodyLimitBytes: 2 * fileMostBytes,
    timeoutMs: 120_000,
    arguments: {
      text: word(file(fileMostBytes), 'the new list', 'file'),
      list: option(list, 'which list it is'),
    },
    run: (ctx, tx, { list, text }) => importList(ctx, tx, list, text),
    shows: ({ lines }) =>
      lines(({ list, version, lines, source, date, replaces }) => {
        const before = replaces === null ? '' : `, in the place of version ${replaces}`;
        return `${list} version ${version} is in force: ${lines} lines of ${source}, ${date}${before}.`;
      }),
  }),
];

/** A list as it is; nothing but its name where none was imported. */
type ListSeen = { list: ScreeningList; version: number | null } & Partial<
  Omit<ReturnType<typeof shown>, 'list' | 'version'>
> & {
    ageDays?: number | undefined;
  };

function isMissing({
  lists,
  isNeeded,
}: {
  lists: readonly ListSeen[];
  isNeeded: boolean;
}): boolean {
  return isNeeded && lists.some((one) => one.list === 'sanctions' && one.version === null);
}

/** Puts a list in the place of the one before, whole or not at all. */
async function importList(ctx: StaffCtx, tx: Tx, list: ScreeningList, text: string) {
  const file = await readScreeningFile(text);
  if ('wrong' in file)
    throw new Declined(
      `Nothing was imported. ${file.wrong.map(({ line, why }) => `Line ${line}: ${why}`).join('; ')}.`,
    );
  if (file.list !== list)
    throw new Declined(
      `Nothing was imported. The file is for the list ${file.list}, not for ${list}.`,
    );
  if (list === 'sanctions' && file.entries.length === 0)
    throw new Declined('Nothing was imported. A sanctions list without anybody is none.');
  await lockLists(tx);
  const [before] = await listVersions(tx, list);
  const fileHash = sha256(text);
  if (before?.fileHash.equals(fileHash))
    throw new Declined(`This file is in force already, as version ${before.version}.`);
  const row = rowOf(ctx, file, { version: (before?.version ?? 0) + 1, fileHash });
  await insertList(tx, row);
  for (let at = 0; at < file.entries.length; at += linesAtOnce) {
    const some = file.entries.slice(at, at + linesAtOnce);
    const entries = some.flatMap(({ line, keys }): Entry[] =>
      keys.map((key) => ({ line, hash: hashOfKey(ctx.app.sealer, key) })),
    );
    await insertEntries(tx, row.id, entries);
  }
  await forgetOldEntries(tx, list);
  const detail = {
    list,
    version: row.version,
    lines: row.lineCount,
    fileHash: fileHash.toString('hex'),
  };
  return { data: { ...shown(row), replaces: before?.version ?? null }, subject: row.id, detail };
}

function rowOf(
  { now, who }: StaffCtx,
  file: ReadFile,
  of: { version: number; fileHash: Buffer },
): ListRow {
  const { list, source, date, entries } = file;
  const listedOn = Temporal.PlainDate.from(date);
  return {
    id: newId(now),
    list,
    source,
    listedOn,
    lineCount: entries.length,
    importedAt: now,
    importedBy: who,
    ...of,
  };
}

function shown({
  list,
  version,
  source,
  listedOn,
  lineCount,
  fileHash,
  importedAt,
  importedBy,
}: ListRow) {
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
