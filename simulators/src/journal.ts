import * as fs from 'node:fs';
import * as path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A file of lines that only grows. A line is on the disk before `append` returns. */
export interface LineFile {
  /** The lines found at the start, without their ends. */
  readonly found: string[];
  append(line: string): void;
}

/**
 * Opens or makes a file of lines. What follows the last line end is the torn tail of a write cut by
 * a crash: it was never acknowledged, and is removed. A failed write is removed too, and throws.
 * Without `isSynced` a line may be lost when the machine dies.
 */
export function openLines(file: string, isSynced: boolean): LineFile {
  const fd = fs.openSync(file, fs.existsSync(file) ? 'r+' : 'wx+');
  const bytes = fs.readFileSync(fd);
  let size = bytes.lastIndexOf(0x0a) + 1;
  if (size < bytes.length) fs.ftruncateSync(fd, size);
  syncFolder(path.dirname(file));
  const whole = bytes.toString('utf8', 0, size);
  return {
    found: whole === '' ? [] : whole.slice(0, -1).split('\n'),
    append(line) {
      const added = Buffer.from(`${line}\n`, 'utf8');
      try {
        for (let done = 0; done < added.length; )
          done += fs.writeSync(fd, added, done, added.length - done, size + done);
        if (isSynced) fs.fsyncSync(fd);
      } catch (error) {
        fs.ftruncateSync(fd, size);
        throw error;
      }
      size += added.length;
    },
  };
}

/**
 * Holds a folder for this process alone until it ends, however it ends: the lock is the operating
 * system's own, by way of SQLite. Waits `waitMs` for an earlier holder to go; throws when it stays.
 */
export function holdFolder(folder: string, waitMs: number): void {
  fs.mkdirSync(folder, { recursive: true });
  const lock = new DatabaseSync(path.join(folder, 'held'), { timeout: waitMs });
  lock.exec('PRAGMA journal_mode = MEMORY');
  lock.exec('BEGIN EXCLUSIVE');
  held.push(lock);
}

/** Kept reachable: a lock that is garbage-collected would be released. */
const held: DatabaseSync[] = [];

function syncFolder(folder: string): void {
  const fd = fs.openSync(folder, 'r');
  fs.fsyncSync(fd);
  fs.closeSync(fd);
}
