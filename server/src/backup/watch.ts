// Watches the disk store's folder for new files, with one watcher per subfolder.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileFolders } from '#/context/stored-files.ts';

export type FileWatch = {
  /** Waits for new files, at most `ms`. @returns their names */
  next(ms: number): Promise<string[]>;
  /** Ends the current wait and all later ones. */
  close(): void;
};

/**
 * Watches a folder of files; does nothing if `root` is null.
 * Reports through `say` if the system has no watches left.
 */
export function watchFiles(root: string | null, say: (sentence: string) => void): FileWatch {
  const watchers = new Map<string, fs.FSWatcher>();
  const names = new Set<string>();
  let waiting = new AbortController();
  let isOver = false;
  let isFull = false;

  /** `name` is 'pictures', 'pictures/ab' or 'pictures/ab/0197…'. */
  const onEvent = (name: string, isNew: boolean) => {
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
      const watcher = fs.watch(at, (_, name) => name && onEvent(path.join(folder, name), true));
      watchers.set(folder, watcher.on('error', fail));
      for (const name of isNew || !folder.includes(path.sep) ? fs.readdirSync(at) : [])
        onEvent(path.join(folder, name), isNew);
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
      const newNames = [...names];
      names.clear();
      return newNames;
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
