// Hears of new files in the folder of the disk store, with one watch for each of its subfolders.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileFolders } from '#/context/stored-files.ts';

export type News = {
  /** Waits for new files, at most `ms`. @returns their names */
  next(ms: number): Promise<string[]>;
  /** Ends a wait, and all later ones. */
  close(): void;
};

/**
 * Watches a folder of files, or nothing if it is null.
 * `say` gets a sentence if the system has no watch left.
 */
export function watchFiles(root: string | null, say: (sentence: string) => void): News {
  const watchers = new Map<string, fs.FSWatcher>();
  const names = new Set<string>();
  let waiting = new AbortController();
  let isOver = false;
  let isFull = false;

  /** `name` is 'pictures', 'pictures/ab' or 'pictures/ab/0197…'. */
  const hear = (name: string, isNew: boolean) => {
    const [folder, , file] = name.split(path.sep);
    if (!fileFolders.some((each) => each === folder)) return;
    if (file === undefined) return watch(name, isNew);
    if (!isNew) return; // the first comparison copies it
    names.add(name);
    waiting.abort();
  };
  const watch = (folder: string, isNew: boolean) => {
    if (watchers.has(folder) || isFull) return;
    try {
      const at = path.join(root ?? '', folder);
      const watcher = fs.watch(at, (_, name) => name && hear(path.join(folder, name), true));
      watchers.set(folder, watcher.on('error', fail));
      for (const name of isNew || !folder.includes(path.sep) ? fs.readdirSync(at) : [])
        hear(path.join(folder, name), isNew);
    } catch (error) {
      fail(error as Error);
    }
  };
  const fail = (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || isFull) return; // a deleted folder has no new files
    isFull = true;
    say(
      `The folder of files cannot be watched (${error.message}). New files are copied every 20 s.`,
    );
  };
  if (root) watch('', false);
  return {
    async next(ms) {
      if (names.size === 0 && !isOver) {
        waiting = new AbortController();
        await wait(ms, undefined, { signal: waiting.signal }).catch(ignoreAbort);
      }
      const heard = [...names];
      names.clear();
      return heard;
    },
    close() {
      isOver = true;
      waiting.abort();
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

function ignoreAbort(error: Error): void {
  if (error.name !== 'AbortError') throw error;
}
