// Seals every value with the newest master key, in short batches while the server serves. The place
// of each table is a row, so a killed server's work is continued by another.
import type { WorkCtx } from '#/context/ctx.ts';
import { discardFiles, type FileFolder } from '#/context/stored-files.ts';
import { inTx, type Read, type Tx } from '#/db/database.ts';
import { allVersions, lockHolders, runningServers, type Version } from '#/db/master-key.ts';
import { sealedFolders, sealedTables } from './columns.ts';
import * as store from './store.ts';

/** A batch is a few blocks of a table, some hundred rows, or this many files. */
const blocksABatch = 8;
const filesABatch = 20;
/**
 * A call that sealed a value with the earlier key ends within this time after the new key came into
 * use. Values are sealed again only then, so that no pass misses such a value.
 */
export const settleMs = 60_000;
/** A pass that left values, because calls had locked them, is repeated after this time. */
const againMs = 5000;

const folders = Object.keys(sealedFolders) as FileFolder[];
const targets = [...Object.keys(sealedTables), ...folders.map(store.folderTarget)];

/**
 * Seals the next batch of values with the key in use, once every server seals with it. Ends the
 * earlier keys when no value of theirs is left. Safe to run on several servers.
 * @returns 1 if it worked on a batch, otherwise 0
 */
export async function reseal(ctx: WorkCtx): Promise<number> {
  const { app, wall } = ctx;
  const { sealer, db } = app;
  if (sealer.versions().length < 2) return 0;
  const version = sealer.sealsWith();
  if (!(await mayReseal(db, version, wall))) return 0;
  const done = await store.doneTargets(db, version);
  for (const target of targets.filter((each) => !done.has(each))) {
    const result = await inTx(db, async (tx) => await resealSome(ctx, tx, target, version));
    if (result !== 'waiting') return 1;
  }
  if (targets.every((target) => done.has(target))) await end(ctx, version);
  return 0;
}

/** Whether `version` is in use on every server and earlier ones have not ended. */
async function mayReseal(read: Read, version: number, wall: Temporal.Instant): Promise<boolean> {
  const versions = await allVersions(read);
  const inUse = inUseOf(versions);
  if (inUse.at(-1) !== version || inUse.length < 2) return false;
  const since = versions.find((each) => each.version === version)?.sealingSince;
  if (!since || since.epochMilliseconds + settleMs > wall.epochMilliseconds) return false;
  return (await runningServers(read, wall)).every((server) => server.sealsWith === version);
}

/** Returns the versions that may still seal values, the lowest first. */
export const inUseOf = (versions: readonly Version[]): number[] =>
  versions.filter((each) => each.sealingSince && !each.retiredAt).map((each) => each.version);

/**
 * Seals a batch of a target. It is 'waiting' if another server works on the target, or if a pass
 * left values that were locked a moment ago.
 */
async function resealSome(
  ctx: WorkCtx,
  tx: Tx,
  target: string,
  version: number,
): Promise<'worked' | 'waiting'> {
  const place = await store.lockPlace(tx, target, version);
  if (!place || place.doneAt) return 'waiting';
  const next =
    target in sealedTables
      ? await resealBlocks(ctx, tx, target, version, place.place)
      : await resealFiles(ctx, tx, target, place.place);
  if (!next) return 'waiting';
  await store.keepPlace(tx, target, version, next);
  return 'worked';
}

/** Returns the wall time (ms) until which a repeated pass waits; 0 for another place. */
const waitsUntilMs = (place: string) => Number(/^again (\d+)$/.exec(place)?.[1] ?? 0);

async function resealBlocks(
  { app, wall }: WorkCtx,
  tx: Tx,
  table: string,
  version: number,
  place: string,
): Promise<store.Place | null> {
  const { needs = [], of, columns = {} } = sealedTables[table] ?? {};
  const names = Object.keys(columns);
  if (waitsUntilMs(place) > wall.epochMilliseconds) return null;
  const from = /^\d+$/.test(place) ? Number(place) : 0;
  const batch = { table, columns: names, needs, version };
  const { rows, isEnd } = await store.oldRows(tx, batch, from, blocksABatch);
  const resealed = rows.flatMap(({ at, row }) => {
    const values: Record<string, Buffer> = {};
    for (const [column, purpose] of Object.entries(columns)) {
      const sealed = row[column] as Buffer | null;
      if (!sealed || sealed.length === 0) continue;
      try {
        values[column] = app.sealer.reseal(purpose, of?.(row) ?? '', sealed);
      } catch (error) {
        // The value stays with its old key, and `keys status` counts it.
        app.log.error(`a value of ${table}.${column} does not open`, error);
      }
    }
    return Object.keys(values).length > 0 ? [{ at, row, values }] : [];
  });
  await store.storeResealed(tx, table, names, resealed);
  if (!isEnd) return { place: String(from + blocksABatch), doneAt: null };
  const left = await store.countOld(tx, table, names, version);
  return left === 0
    ? { place: '', doneAt: wall }
    : { place: `again ${wall.epochMilliseconds + againMs}`, doneAt: null };
}

async function resealFiles(
  { app, wall }: WorkCtx,
  tx: Tx,
  target: string,
  after: string,
): Promise<store.Place> {
  const folder = folders.find((each) => store.folderTarget(each) === target) as FileFolder;
  const names = await store.filesAfter(tx, folder, after, filesABatch);
  const { files, sealer, log } = app;
  for (const name of names) {
    if (!(await files.has(name))) continue;
    const sealed = await files.get(name);
    if (sealed[1] === sealer.sealsWith()) continue;
    let resealed: Buffer;
    try {
      resealed = sealer.reseal(sealedFolders[folder], name, sealed);
    } catch (error) {
      // No key opens it, so nothing is lost when the earlier key goes.
      log.error(`a file in ${folder} does not open`, error);
      continue;
    }
    const beside = `${name}.${sealer.sealsWith()}`;
    // A server that was killed may have left it.
    if (await files.has(beside)) await discardFiles(app, [beside], wall);
    await files.put(beside, resealed);
    await files.move(beside, name);
  }
  const last = names.at(-1);
  return names.length < filesABatch || !last
    ? { place: last ?? after, doneAt: wall }
    : { place: last, doneAt: null };
}

/** Ends the earlier keys, if no server may still seal with them. */
async function end({ app, wall }: WorkCtx, version: number): Promise<void> {
  const ended = await inTx(app.db, async (tx) => {
    await lockHolders(tx);
    return (await mayReseal(tx, version, wall)) ? await store.retire(tx, version, wall) : [];
  });
  if (ended.length > 0)
    app.log.info(`every value is sealed with master key ${version}`, { event: 'keys rotated' });
}
