// Serves files from two places while they are copied from the previous one to the new one. New
// files go to the new place. Reads fall back to the previous one.
import type { Files } from './port.ts';

/** Returns a store over both places. */
export function createMovingFiles(to: Files, from: Files): Files {
  return {
    place: to.place,
    transfer: { from, to, copy: (name) => copyFile({ from, to }, name) },
    put: to.put,
    // A later copy does not overwrite this file.
    replace: to.replace,
    async get(name) {
      try {
        return await to.get(name);
      } catch (error) {
        if (await to.has(name)) throw error;
        return await from.get(name);
      }
    },
    has: async (name) => (await to.has(name)) || (await from.has(name)),
    async move(name, target) {
      // The new place then has everything that the trash must keep for 30 days.
      if (!(await to.has(name))) await copyFile({ from, to }, name, target);
      // The previous place comes first: `copyFile` looks there last (context/file-transfer.ts).
      await from.move(name, target);
      await to.move(name, target);
    },
    async deleteFolder(folder) {
      await from.deleteFolder(folder);
      await to.deleteFolder(folder);
    },
    async *list(folder) {
      const listed = new Set<string>();
      for await (const name of to.list(folder)) {
        listed.add(name);
        yield name;
      }
      for await (const name of from.list(folder)) if (!listed.has(name)) yield name;
    },
    folders: async (under) => [
      ...new Set([...(await to.folders(under)), ...(await from.folders(under))]),
    ],
    async owner() {
      const [owner, previous] = [await to.owner(), await from.owner()];
      return owner === previous ? owner : null;
    },
    claim: to.claim,
  };
}

/**
 * Copies a file from the previous place, if it is there and the new place lacks it.
 * @returns whether it was copied
 */
export async function copyFile(
  { from, to }: { from: Files; to: Files },
  name: string,
  target = name,
): Promise<boolean> {
  if (!(await from.has(name)) || (await to.has(target))) return false;
  try {
    await to.put(target, await from.get(name));
    return true;
  } catch (error) {
    // Another server has copied or deleted the file meanwhile.
    if ((await to.has(target)) || !(await from.has(name))) return false;
    throw error;
  }
}
