// Staff commands for the screening lists. An import replaces a whole list
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
  deleteOldEntries,
  type Entry,
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
    menu: 'Screening',
    label: 'List screening lists',
    about:
      'Shows the screening lists in force. Ends with exit code 1 if a required list is missing.',
    examples: ['screening list'],
    kind: 'look',
    roles: ['engineer', 'reviewer', 'compliance'],
    run: async ({ now, app }, tx) => {
      const versions = await listVersions(tx);
      const lists = screeningLists.map((list): ShownList => {
        const newest = versions.find((row) => row.list === list);
        const ageDays = newest?.listedOn.until(manilaDayOf(now), { largestUnit: 'days' }).days;
        return newest ? { ...versionView(newest), ageDays } : { list, version: null };
      });
      return { data: { lists, isNeeded: !app.config.isSandbox } };
    },
    shows: ({ table }) =>
      table(
        (data) => data.lists,
        {
          list: (row) => row.list,
          version: (row) => row.version,
          source: (row) => row.source,
          date: (row) => row.date,
          'days old': (row) => row.ageDays,
          lines: (row) => row.lines,
          imported: (row) => row.importedAt,
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
    menu: 'Screening',
    label: 'Show a screening list',
    about: 'Shows all versions of a list, newest first, with the SHA-256 of each file.',
    examples: ['screening show sanctions'],
    kind: 'look',
    roles: ['engineer', 'reviewer', 'compliance'],
    arguments: { list: word(list, 'the list') },
    run: async (_ctx, tx, { list }) => ({
      data: { versions: (await listVersions(tx, list)).map(versionView) },
    }),
    shows: ({ table }) =>
      table(
        (data) => data.versions,
        {
          version: (row) => row.version,
          source: (row) => row.source,
          date: (row) => row.date,
          lines: (row) => row.lines,
          imported: (row) => row.importedAt,
          by: (row) => row.importedBy,
          'SHA-256': (row) => row.fileHash,
        },
        { none: 'No version has been imported.' },
      ),
  }),
  command({
    name: 'screening import',
    menu: 'Screening',
    label: 'Import a screening list',
    about:
      'Replaces a list with a file (JSON Lines). Applications that match it are reviewed by a person.',
    examples: [
      'screening import server/src/data/screening-samples/sanctions.jsonl --list sanctions --reason "trying it in the sandbox"',
      'screening import server/src/data/screening-samples/blocklist.jsonl --list blocklist --reason "fraud of ticket 91"',
    ],
    kind: 'change',
    seenFirst: { notNeeded: 'it changes a list, and each match waits for two people' },
    // Staff who decide applications must not choose the lists.
    roles: ['engineer'],
    bodyLimitBytes: 2 * fileMostBytes,
    timeoutMs: 120_000,
    arguments: {
      text: word(file(fileMostBytes), 'the new list', 'file'),
      list: option(list, 'the list of the file'),
    },
    run: (ctx, tx, { list, text }) => importList(ctx, tx, list, text),
    shows: ({ lines }) =>
      lines(({ list, version, lines, source, date, replaces }) => {
        const before = replaces === null ? '' : `, replacing version ${replaces}`;
        return `${list} version ${version} is now in use: ${lines} lines of ${source}, ${date}${before}.`;
      }),
  }),
];

/** A list's newest version, or only its name if none was imported. */
type ShownList = { list: ScreeningList; version: number | null } & Partial<
  Omit<ReturnType<typeof versionView>, 'list' | 'version'>
> & {
    ageDays?: number | undefined;
  };

function isMissing({
  lists,
  isNeeded,
}: {
  lists: readonly ShownList[];
  isNeeded: boolean;
}): boolean {
  return isNeeded && lists.some(({ list, version }) => list === 'sanctions' && version === null);
}

/**
 * Replaces a list with the file's entries, in full or not at all.
 * @throws Declined
 */
async function importList(ctx: StaffCtx, tx: Tx, list: ScreeningList, text: string) {
  const file = await readScreeningFile(text);
  if ('wrong' in file)
    throw new Declined(
      `Nothing was imported. ${file.wrong.map(({ line, fault }) => `Line ${line}: ${fault}`).join('; ')}.`,
    );
  if (file.list !== list)
    throw new Declined(
      `Nothing was imported. The file is for the list ${file.list}, not for ${list}.`,
    );
  if (list === 'sanctions' && file.entries.length === 0)
    throw new Declined('Nothing was imported. A sanctions list needs at least one entry.');
  await lockLists(tx);
  const [before] = await listVersions(tx, list);
  const fileHash = sha256(text);
  if (before?.fileHash.equals(fileHash))
    throw new Declined(
      `Nothing was imported. This file is already in use as version ${before.version}.`,
    );
  const row = rowOf(ctx, file, { version: (before?.version ?? 0) + 1, fileHash });
  await insertList(tx, row);
  for (let at = 0; at < file.entries.length; at += linesAtOnce) {
    const batch = file.entries.slice(at, at + linesAtOnce);
    const entries = batch.flatMap(({ line, keys }): Entry[] =>
      keys.map((key) => ({ line, hash: hashOfKey(ctx.app.sealer, key) })),
    );
    await insertEntries(tx, row.id, entries);
  }
  await deleteOldEntries(tx, list);
  const detail = {
    list,
    version: row.version,
    lines: row.lineCount,
    fileHash: fileHash.toString('hex'),
  };
  return {
    data: { ...versionView(row), replaces: before?.version ?? null },
    subject: row.id,
    detail,
  };
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

function versionView({
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
