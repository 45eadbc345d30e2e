// Stores files on the server's disk, in a private folder.
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { realClocks } from '#/platform/clock.ts';
import { markFolder, ownerOfFolder } from '#/platform/folder-mark.ts';
import { randomBytes } from '#/platform/random.ts';
import type { Files } from './port.ts';

/** The folder of files that are being written. */
const incoming = 'incoming';
/** No write takes this long. */
const writeMs = 60 * 60 * 1000;

/** Creates a file store in `folder`, which is created with mode 0700 if it is missing. */
export async function createDiskFiles(folder: string): Promise<Files> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  await deleteOldParts(path.join(folder, incoming));
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
  return {
    place: folder,
    transfer: null,
    async put(name, sealed) {
      const { half, target } = await writeHalf(folder, name, sealed);
      // A link is atomic and refuses to overwrite, so a crash leaves no part of a file.
      try {
        await fs.link(half, target);
      } finally {
        await fs.rm(half);
      }
      await flushFolder(path.dirname(target));
    },
    async replace(name, sealed) {
      const { half, target } = await writeHalf(folder, name, sealed);
      await fs.rename(half, target);
      await flushFolder(path.dirname(target));
    },
    get: async (name) => Buffer.from(await disk.getBytes(name)),
    has: (name) => disk.exists(name),
    async move(from, to) {
      // flydrive would copy and then delete. A rename is atomic, so only one of two servers
      // succeeds.
      const target = path.join(folder, to);
      await fs.mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await fs.rename(path.join(folder, from), target).catch(ignoreMissing);
    },
    deleteFolder: (name) => disk.deleteAll(name),
    async *list(under) {
      if (!(await fs.stat(path.join(folder, under)).catch(ignoreMissing))) return;
      for (const entry of (await disk.listAll(under, { recursive: true })).objects)
        if (entry.isFile) yield entry.key;
    },
    async folders(under) {
      const entries = await fs
        .readdir(path.join(folder, under), { withFileTypes: true })
        .catch(ignoreMissing);
      return (entries ?? []).filter((entry) => entry.isDirectory()).map((entry) => entry.name);
    },
    owner: async () => ownerOfFolder(folder),
    claim: async (installation) => markFolder(folder, installation),
  };
}

/**
 * Deletes partial files that a crash left. Keeps recent ones, which another server may be writing.
 */
async function deleteOldParts(folder: string): Promise<void> {
  const oldest = realClocks().wall().epochMilliseconds - writeMs;
  for (const name of (await fs.readdir(folder).catch(ignoreMissing)) ?? []) {
    const file = path.join(folder, name);
    const stat = await fs.stat(file).catch(ignoreMissing);
    if (stat && stat.mtimeMs < oldest) await fs.rm(file, { force: true });
  }
}

/** Flushes a folder's entries to the disk, so that a power failure does not lose a new name. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a partial file, and makes the folder of the finished file. */
async function writeHalf(folder: string, name: string, sealed: Uint8Array) {
  const target = path.join(folder, name);
  const half = path.join(folder, incoming, randomBytes(8).toString('hex'));
  for (const file of [half, target])
    await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await fs.writeFile(half, sealed, { mode: 0o600, flush: true });
  return { half, target };
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
