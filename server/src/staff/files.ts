// Ops: files that a sweep kept because too many had no row (docs/operators/files.md). One person
// proposes their release and another confirms, after a look at these files. The trash keeps them 30
// days.
import { createHash } from 'node:crypto';
import { choice, id, word } from '#/commands/arguments.ts';
import {
  command,
  type StaffAnswer,
  type StaffCommand,
  type StaffCtx,
  type Waiting,
} from '#/commands/command.ts';
import { lookAt, type Sight } from '#/commands/looks.ts';
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

/** Reads every file name and looks each up. */
const timeoutMs = 10 * 60_000;
const examples = 10;
/** How many files one job moves to the trash. */
const namesAJob = 500;

async function waiting(read: Read): Promise<Waiting[]> {
  return (await store.openReleases(read)).map(({ id, look_id, folder, files }) => ({
    id,
    confirmedBy: 'files release',
    what: `${look_id}, ${files} files of ${folder}`,
  }));
}

export const filesCommands: readonly StaffCommand[] = [
  command({
    name: 'files list',
    about:
      'Lists the sweeps that kept files without a row for people to see. Ends with exit code 1 if there is one.',
    examples: ['files list'],
    kind: 'look',
    roles: ['engineer'],
    run: async (_ctx, tx) => ({
      data: {
        held: (await heldSweeps(tx)).map(({ place, why, files, held_at }) => ({
          place,
          why,
          files,
          since: wireInstant(held_at),
        })),
      },
    }),
    shows: ({ table }) =>
      table(
        (data) => data.held,
        {
          place: (one) => one.place,
          why: (one) => one.why,
          files: (one) => one.files,
          since: (one) => one.since,
        },
        { none: 'No sweep kept files.', isWell: (data) => data.held.length === 0 },
      ),
  }),
  command({
    name: 'files show',
    about:
      'Shows which files of a folder have no row and would go: how many, how old they are, and some of them. Nothing is deleted.',
    examples: ['files show pictures'],
    kind: 'look',
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
              ...examples.map(({ file, writtenAt }) => `${file}, written ${writtenAt}`),
            ],
      ),
  }),
  command({
    name: 'files release',
    about: `Lets the files of a look go to the trash, where they lie for ${trashDays} days. If the files have changed since, nothing goes.`,
    examples: [
      'files release 019a9f00-0000-7000-8000-000000000001 --reason "uploads of the outage of 12 May, ticket 90"',
    ],
    kind: 'change',
    seenFirst: 'files',
    roles: ['engineer'],
    timeoutMs,
    twoPeople: { act: 'files', waiting },
    arguments: { look: word(id, 'the look, as files show names it', 'look') },
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

const filesSight = (lookId: string): Sight => ({ what: 'files', id: lookId });

function hashOf(names: readonly string[]): Buffer {
  const hash = createHash('sha256');
  for (const name of names) hash.update(`${name}\n`);
  return hash.digest();
}

type Shown = { look: string | null; folder: FileFolder } & ReturnType<typeof shown>;

const dayMs = 24 * 60 * 60 * 1000;
const ages = [
  { age: 'younger than a day', untilMs: dayMs },
  { age: 'younger than 30 days', untilMs: 30 * dayMs },
  { age: 'older', untilMs: Number.POSITIVE_INFINITY },
] as const;

/** Number and age of the files, and the names of the oldest and newest. */
function shown({ wall }: StaffCtx, names: readonly string[]) {
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
  const data = { folder, ...shown(ctx, names) };
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

const whyNot = {
  afterRestore:
    'Payouts wait after a restore: rows of these files may be missing. Put the database right first.',
  stranger:
    'The files carry no mark of this installation, or another one. See docs/operators/files.md: no release changes whose they are.',
} as const;

/** The first person proposes and another confirms. @throws Declined if the files have changed */
async function release(ctx: StaffCtx, tx: Tx, { look: lookId }: { look: string }) {
  const { app, approvals, looks } = ctx;
  const look = await store.findLook(tx, lookId);
  if (!look) throw new Declined(`There is no look ${lookId}. Run files show.`);
  const why = await whyNotReleased(app);
  if (why) throw new Declined(whyNot[why]);
  const open = await store.findRelease(tx, lookId);
  if (open?.state === 'confirmed') throw new Declined('These files were released already.');
  await looks.mustHaveSeen(tx, filesSight(lookId), () => `files show ${look.folder}`);
  const folder = look.folder as FileFolder;
  const names = await filesWithoutRow(ctx, folder);
  if (!hashOf(names).equals(look.names_hash))
    throw new Declined(`The files have changed since this look. Run files show ${folder}.`);
  const done = { look: lookId, folder, files: names.length };
  if (!open) {
    await store.insertRelease(tx, { id: await approvals.propose(tx, 'files'), lookId });
    return {
      data: { ...done, outcome: 'proposed' },
      subject: lookId,
      detail: { ...done, outcome: 'proposed' },
    };
  }
  const proposedBy = await approvals.confirm(tx, open.id);
  for (let from = 0; from < names.length; from += namesAJob)
    await app.queue.enqueue(tx, 'pictures.remove', { names: names.slice(from, from + namesAJob) });
  await forgetHeldSweeps(tx, folder);
  return {
    data: { ...done, outcome: 'released' },
    subject: lookId,
    detail: { ...done, outcome: 'released', proposedBy },
  };
}
