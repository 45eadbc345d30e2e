// Stores files on the server's disk, in a private folder.
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { markFolder, ownerOfFolder } from '#/platform/folder-mark.ts';
import { randomBytes } from '#/platform/random.ts';
import type { Files } from './port.ts';

/** The folder of files that are being written. */
const incoming = 'incoming';

/** Creates a file store in `folder`, which is created with mode 0700 if it is missing. */
export async function createDiskFiles(folder: string): Promise<Files> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
  return {
    place: folder,
    transfer: null,
    async put(name, sealed) {
      const target = path.join(folder, name);
      const half = path.join(folder, incoming, randomBytes(8).toString('hex'));
      for (const file of [half, target])
        await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      // A link is atomic and refuses to overwrite, so a crash leaves no part of a file.
      await fs.writeFile(half, sealed, { mode: 0o600 });
      try {
        await fs.link(half, target);
      } finally {
        await fs.rm(half);
      }
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
      const isThere = await fs.stat(path.join(folder, under)).then(
        () => true,
        () => false,
      );
      if (!isThere) return;
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

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
