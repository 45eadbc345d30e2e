// Reseals every value with the newest master key, in short batches while servers run. A row stores
// the place in each table, so another server continues a killed server's work.
import type { WorkCtx } from '#/context/ctx.ts';
import { discardFiles, type FileFolder, fileFolders, withoutRow } from '#/context/stored-files.ts';
import { inTx, type Read, type Tx } from '#/db/database.ts';
import { allVersions, inUseOf, lockHolders, runningServers } from '#/db/master-key.ts';
import { sealedFolders, sealedTables } from './columns.ts';
import * as store from './store.ts';

/** A batch is a few blocks of a table (about a hundred rows or more) or this many files. */
const blocksABatch = 16;
const filesABatch = 20;
/** A call that has sealed or read a value with the earlier key ends within this time. */
export const settleMs = 60_000;

const targets = [...Object.keys(sealedTables), ...fileFolders.map(store.folderTarget)];

/**
 * Reseals the next batch of values with the key in use, once every server seals with it. Retires
 * the earlier keys when they seal no more values. Safe to run on several servers.
 * @returns 1 if it worked on a batch, otherwise 0
 */
export async function reseal(ctx: WorkCtx): Promise<number> {
  const { app, wall } = ctx;
  const { sealer, db } = app;
  // A drill may share its files with the real server.
  if (app.config.isDrill || sealer.versions().length < 2) return 0;
  const version = sealer.sealsWith();
  if (!(await mayReseal(db, version, wall))) return 0;
  const done = await store.doneTargets(db, version);
  for (const target of targets.filter((each) => !done.has(each))) {
    const folder = fileFolders.find((each) => store.folderTarget(each) === target);
    const hasWorked = folder
      ? await resealFiles(ctx, folder, version)
      : await inTx(db, async (tx) => await resealBlocks(ctx, tx, target, version));
    if (hasWorked) return 1;
  }
  const isDone = targets.every((target) => done.has(target));
  return isDone ? await retireEarlierKeys(ctx, version, [...done.values()]) : 0;
}

/** Whether every server uses `version` and an earlier version is not retired yet. */
async function mayReseal(read: Read, version: number, wall: Temporal.Instant): Promise<boolean> {
  const versions = await allVersions(read);
  const inUse = inUseOf(versions);
  if (inUse.at(-1) !== version || inUse.length < 2) return false;
  const since = versions.find((each) => each.version === version)?.sealingSince;
  if (!since || !isSettled(since, wall)) return false;
  return (await runningServers(read, wall)).every((server) => server.sealsWith === version);
}

const isSettled = (since: Temporal.Instant, wall: Temporal.Instant) =>
  since.epochMilliseconds + settleMs <= wall.epochMilliseconds;

/** Reseals a batch of a table. @returns false if another server works on the table */
async function resealBlocks(
  { app, wall }: WorkCtx,
  tx: Tx,
  table: string,
  version: number,
): Promise<boolean> {
  const before = await store.lockPlace(tx, table, version);
  if (!before || before.doneAt) return false;
  const { needs = [], of, columns = {} } = sealedTables[table] ?? {};
  const names = Object.keys(columns);
  const from = Number(before.place);
  const batch = { table, columns: names, needs, version };
  const { rows, isEnd } = await store.oldRows(tx, batch, from, blocksABatch);
  let closed = 0;
  const resealed = rows.flatMap(({ at, row }) => {
    const values: Record<string, Buffer> = {};
    for (const [column, purpose] of Object.entries(columns)) {
      const sealed = row[column] as Buffer | null;
      if (!sealed || sealed.length === 0) continue;
      try {
        values[column] = app.sealer.reseal(purpose, of?.(row) ?? '', sealed);
      } catch (error) {
        closed += 1;
        app.log.error(`a value of ${table}.${column} does not open`, error);
      }
    }
    return Object.keys(values).length > 0 ? [{ at, row, values }] : [];
  });
  await store.storeResealed(tx, table, names, resealed);
  await store.keepPlace(
    tx,
    { target: table, version, before },
    {
      place: String(from + blocksABatch),
      damaged: before.damaged + closed,
      doneAt: isEnd ? wall : null,
    },
  );
  return true;
}

/**
 * Reseals a batch of a folder. Two servers may do the same batch, because both store the same
 * bytes.
 * @returns false if the folder is done, or another server has its row locked
 */
async function resealFiles(
  { app, wall }: WorkCtx,
  folder: FileFolder,
  version: number,
): Promise<boolean> {
  const target = store.folderTarget(folder);
  const before = await inTx(app.db, async (tx) => await store.lockPlace(tx, target, version));
  if (!before || before.doneAt) return false;
  const names = await store.filesAfter(app.db, folder, before.place, filesABatch);
  const { files, sealer, log } = app;
  const stored: string[] = [];
  let closed = 0;
  for (const name of names) {
    if (!(await files.has(name))) continue;
    const sealed = await files.get(name);
    if (sealed[1] === sealer.sealsWith()) continue;
    let resealed: Buffer;
    try {
      resealed = sealer.reseal(sealedFolders[folder], name, sealed);
    } catch (error) {
      closed += 1;
      log.error(`a file in ${folder} does not open`, error);
      continue;
    }
    await files.replace(name, resealed);
    stored.push(name);
  }
  // A call may have deleted the file just before this replaced it.
  await discardFiles(app, await withoutRow(app.db, folder, stored), wall);
  await store.keepPlace(
    app.db,
    { target, version, before },
    {
      place: names.at(-1) ?? before.place,
      damaged: before.damaged + closed,
      doneAt: names.length < filesABatch ? wall : null,
    },
  );
  return true;
}

/**
 * Retires the earlier keys. Goes through a table again if an earlier key still seals some values:
 * calls had locked their rows, or stored values that they had read before. All such calls have
 * ended a minute after the last target was done.
 * @returns 1 if a table needs another pass, otherwise 0
 */
async function retireEarlierKeys(
  { app, wall }: WorkCtx,
  version: number,
  done: readonly Temporal.Instant[],
): Promise<number> {
  if (!done.every((at) => isSettled(at, wall))) return 0;
  const hasLeft = await inTx(app.db, async (tx) => {
    const unfinished = (await store.valuesLeft(tx, version)).filter(({ count }) => count > 0);
    if (unfinished.length > 0)
      await store.beginAgain(
        tx,
        unfinished.map(({ target }) => target),
      );
    return unfinished.length > 0;
  });
  if (hasLeft) return 1;
  const ended = await inTx(app.db, async (tx) => {
    await lockHolders(tx);
    return (await mayReseal(tx, version, wall)) ? await store.retire(tx, version, wall) : [];
  });
  if (ended.length > 0)
    app.log.info(`every value is sealed with master key ${version}`, { event: 'keys rotated' });
  return 0;
}
