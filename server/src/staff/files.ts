// Ops: compares files with rows, moves files to another place, and releases files that a sweep kept
// because suspiciously many of them had no row (docs/operators/files.md).
import { createHash } from 'node:crypto';
import { choice, idOf, option, optional, textLike, word } from '#/commands/arguments.ts';
import {
  command,
  type StaffAnswer,
  type StaffCommand,
  type StaffCtx,
  type Waiting,
  type WaitingAt,
} from '#/commands/command.ts';
import { inManila } from '#/commands/display.ts';
import { lookAt, type Sight } from '#/commands/looks.ts';
import { checkFiles } from '#/context/file-check.ts';
import { copiedParts, forgetCopies, partsToCopy } from '#/context/file-transfer.ts';
import {
  type FileFolder,
  fileFolders,
  filesWithoutRow,
  forgetHeldSweeps,
  heldSweeps,
  trashDays,
  whyNotReleased,
  writtenAt,
} from '#/context/stored-files.ts';
import type { Read, Tx } from '#/db/database.ts';
import { wireInstant } from '#/platform/days.ts';
import { newId } from '#/platform/random.ts';
import { Declined } from '#/platform/refuse.ts';
import * as store from './files.store.ts';

/** The timeout of a command, long enough to look up every file in a folder. */
const timeoutMs = 10 * 60_000;
const examples = 10;
/** The number of files that one job moves to the trash. */
const namesAJob = 500;

async function waiting(read: Read, { ids }: WaitingAt): Promise<Waiting[]> {
  return (await store.releasesById(read, ids)).map(({ id, look_id, folder, files }) => ({
    id,
    confirmedBy: 'files release',
    what: `${look_id}, ${files} files of ${folder}`,
    facts: [{ name: `files of ${folder} to the trash`, before: null, after: files }],
    input: { look: look_id },
    about: { as: 'filesLook', id: look_id },
  }));
}

export const filesCommands: readonly StaffCommand[] = [
  command({
    name: 'files list',
    menu: 'System',
    label: 'List kept files',
    about:
      'Lists the sweeps that kept files without a row, for people to look at. Ends with exit code 1 if there is one.',
    examples: ['files list'],
    kind: 'look',
    roles: ['engineer'],
    run: async (_ctx, tx) => ({
      data: {
        held: (await heldSweeps(tx)).map(({ place, reason, files, held_at }) => ({
          place,
          reason,
          files,
          since: wireInstant(held_at),
        })),
      },
    }),
    shows: ({ table }) =>
      table(
        (data) => data.held,
        {
          place: (row) => row.place,
          reason: (row) => row.reason,
          files: (row) => row.files,
          since: (row) => row.since,
        },
        { none: 'No sweep kept files.', isWell: (data) => data.held.length === 0 },
      ),
  }),
  command({
    name: 'files show',
    menu: 'System',
    label: 'Show kept files',
    about:
      'Shows the files of a folder that have no row: how many, how old, and some of their names. It deletes nothing.',
    examples: ['files show pictures'],
    // It stores what was seen, for the release by two people.
    kind: 'change',
    needsNoReason: true,
    seenFirst: { notNeeded: 'it only stores which files were seen' },
    roles: ['engineer'],
    timeoutMs,
    arguments: {
      folder: word(choice(fileFolders), 'the folder, as files list names it first', 'folder'),
    },
    run: show,
    shows: ({ lines }) =>
      lines(({ look, folder, files, ages, examples }) =>
        look === null
          ? [`Every file of ${folder} has its row.`]
          : [
              `look ${look}: ${files} files of ${folder} have no row`,
              ...ages.map(({ age, files: some }) => `${age}: ${some}`),
              ...examples.map(({ file, writtenAt }) => `${file}, written ${inManila(writtenAt)}`),
            ],
      ),
  }),
  command({
    name: 'files check',
    menu: 'System',
    label: 'Check the files',
    about:
      'Compares the rows of files with the stored files, both ways, up to half a million at a time; it then names where to continue. It changes nothing. Ends with exit code 1 if a file is missing.',
    examples: ['files check', 'files check --from pictures/7a'],
    kind: 'look',
    roles: ['engineer'],
    timeoutMs,
    arguments: {
      from: optional(
        option(
          textLike(/(?:pictures|receipts|recoveries)\/[0-9a-f]{2}/, 'pictures/7a'),
          'where to begin, as an earlier run named it',
        ),
        'pictures/00',
      ),
    },
    run: async (_ctx, _tx, { from }) => ({ data: { from }, detail: { from } }),
    answer: (ctx, { from }) => checkFiles(ctx, from),
    shows: ({ table }) =>
      table(
        (check) => [
          { found: 'rows whose file is missing', ...check.missing },
          { found: 'files only in the previous place', ...check.onlyPrevious },
          { found: 'files without a row for an hour', ...check.withoutRow },
        ],
        {
          found: (row) => row.found,
          count: (row) => row.count,
          first: (row) => row.first,
        },
        {
          lines: ({ from, to, rows, files, next }) => [
            `${rows} rows and ${files} files from ${from} to ${to}`,
            next === null
              ? 'This was the end.'
              : `There is more: continue with files check --from ${next}`,
          ],
          isWell: ({ missing }) => missing.count === 0,
        },
      ),
  }),
  command({
    name: 'files move',
    menu: 'System',
    label: 'Move the files',
    about:
      'Copies the files from FILES_PREVIOUS to FILES in the background while everything serves, and shows how far that is. Run it again at any time: it continues where it was.',
    examples: ['files move --reason "to the new bucket, ticket 91"'],
    kind: 'change',
    seenFirst: { notNeeded: 'it only copies; the previous place keeps its files' },
    roles: ['engineer'],
    arguments: {
      begin: optional(
        option(choice(['anew']), 'compare every subfolder again, also those that were copied'),
      ),
    },
    run: move,
    shows: ({ lines }) =>
      lines(({ from, to, parts, done, copied }) => [
        `${copied} files copied from ${from} to ${to}; ${done} of ${parts} subfolders are done`,
        done < parts
          ? 'The rest is being copied. Run files move again to see how far it is.'
          : 'All are copied. Run files check: if it ends with no file missing and none only in the previous place, remove FILES_PREVIOUS from every server. Once all have restarted, you may delete the previous place.',
      ]),
  }),
  command({
    name: 'files release',
    menu: 'System',
    label: 'Release kept files',
    about: `Moves the files of a look to the trash, which keeps them for ${trashDays} days. It refuses if the files have changed since the look.`,
    examples: [
      'files release 019a9f00-0000-7000-8000-000000000001 --reason "uploads of the outage of 12 May, ticket 90"',
    ],
    kind: 'change',
    seenFirst: 'files',
    roles: ['engineer'],
    timeoutMs,
    twoPeople: { act: 'files', waiting },
    arguments: { look: word(idOf('filesLook'), 'the look, as files show names it', 'look') },
    run: release,
    after: ({ app }) => app.wake(),
    shows: ({ lines }) =>
      lines(({ files, folder, outcome }) =>
        outcome === 'proposed'
          ? `${files} files of ${folder}: proposed; another person confirms it`
          : `${files} files of ${folder} go to the trash`,
      ),
  }),
];

const filesSight = (lookId: string): Sight => ({ kind: 'files', id: lookId });

function hashOf(names: readonly string[]): Buffer {
  const hash = createHash('sha256');
  for (const name of names) hash.update(`${name}\n`);
  return hash.digest();
}

type Shown = { look: string | null; folder: FileFolder } & ReturnType<typeof summaryOf>;

const dayMs = 24 * 60 * 60 * 1000;
const ages = [
  { age: 'younger than a day', untilMs: dayMs },
  { age: 'younger than 30 days', untilMs: 30 * dayMs },
  { age: 'older', untilMs: Number.POSITIVE_INFINITY },
] as const;

/** Returns the number and ages of the files, and the names of the oldest and newest. */
function summaryOf({ wall }: StaffCtx, names: readonly string[]) {
  const files = names
    .map((name) => ({ name, at: writtenAt(name) ?? wall }))
    .sort((a, b) => Temporal.Instant.compare(a.at, b.at));
  const some =
    files.length <= examples
      ? files
      : [...files.slice(0, examples / 2), ...files.slice(-examples / 2)];
  const isWithin = (at: Temporal.Instant, fromMs: number, untilMs: number) => {
    const ageMs = wall.epochMilliseconds - at.epochMilliseconds;
    return ageMs >= fromMs && ageMs < untilMs;
  };
  return {
    files: files.length,
    ages: ages.map(({ age, untilMs }, nth) => ({
      age,
      files: files.filter(({ at }) =>
        isWithin(at, ages[nth - 1]?.untilMs ?? Number.NEGATIVE_INFINITY, untilMs),
      ).length,
    })),
    examples: some.map(({ name, at }) => ({ file: name, writtenAt: wireInstant(at) })),
  };
}

async function show(
  ctx: StaffCtx,
  tx: Tx,
  { folder }: { folder: FileFolder },
): Promise<StaffAnswer<Shown>> {
  const names = await filesWithoutRow(ctx, folder);
  const data = { folder, ...summaryOf(ctx, names) };
  if (names.length === 0) return { data: { look: null, ...data } };
  const files = { folder, files: names.length };
  const look = await store.keepLook(tx, {
    id: newId(ctx.wall),
    ...files,
    names_hash: hashOf(names),
    looked_at: ctx.wall,
  });
  return {
    data: { look, ...data },
    subject: look,
    detail: { ...files, ...(await lookAt(tx, filesSight(look), ctx.who)) },
  };
}

const refusals = {
  afterRestore:
    'Payouts are paused after a restore, and rows of these files may be missing. Repair the database first.',
  stranger:
    'The folder does not have the mark of this installation. A release cannot change that: see docs/operators/files.md.',
} as const;

/**
 * Proposes or confirms the release of a view's files.
 * @throws Declined if files have been added or removed since they were viewed
 */
async function release(ctx: StaffCtx, tx: Tx, { look: lookId }: { look: string }) {
  const { app, approvals, looks } = ctx;
  const look = await store.findLook(tx, lookId);
  if (!look) throw new Declined(`There is no look ${lookId}. Run files show.`);
  const obstacle = await whyNotReleased(app);
  if (obstacle) throw new Declined(refusals[obstacle]);
  const open = await store.findRelease(tx, lookId);
  if (open?.state === 'confirmed') throw new Declined('These files were released already.');
  await looks.mustHaveSeen(tx, filesSight(lookId), () => `files show ${look.folder}`);
  const folder = look.folder as FileFolder;
  const names = await filesWithoutRow(ctx, folder);
  if (!hashOf(names).equals(look.names_hash))
    throw new Declined(`The files have changed since this look. Run files show ${folder}.`);
  const facts = { look: lookId, folder, files: names.length };
  if (!open) {
    await store.insertRelease(tx, { id: await approvals.propose(tx, 'files'), lookId });
    return {
      data: { ...facts, outcome: 'proposed' },
      subject: lookId,
      detail: { ...facts, outcome: 'proposed' },
    };
  }
  const proposedBy = await approvals.confirm(tx, open.id);
  for (let from = 0; from < names.length; from += namesAJob)
    await app.queue.enqueue(tx, 'pictures.remove', { names: names.slice(from, from + namesAJob) });
  await forgetHeldSweeps(tx, folder);
  return {
    data: { ...facts, outcome: 'released' },
    subject: lookId,
    detail: { ...facts, outcome: 'released', proposedBy },
  };
}

/** Enqueues a job for each subfolder that is not copied yet. A job that runs twice does no harm. */
async function move({ app }: StaffCtx, tx: Tx, { begin }: { begin?: 'anew' | undefined }) {
  const { transfer } = app.files;
  if (!transfer)
    throw new Declined(
      'FILES_PREVIOUS is not set on this server: see docs/operators/files.md. Set it and FILES on every server, then run this again.',
    );
  await forgetCopies(tx, transfer, begin === 'anew');
  const copied = await copiedParts(tx, transfer);
  const rest = partsToCopy.filter((part) => !copied.has(part));
  await app.queue.enqueueAll(
    tx,
    'files.copy',
    rest.map((part) => ({ part })),
  );
  const data = {
    from: transfer.from.place,
    to: transfer.to.place,
    parts: partsToCopy.length,
    done: copied.size,
    copied: [...copied.values()].reduce((sum, files) => sum + files, 0),
  };
  return { data, detail: data };
}
