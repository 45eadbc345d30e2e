import * as fs from 'node:fs';
import * as path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** An append-only file of lines. `append` returns when the line is on disk. */
export interface LineFile {
  /** The lines in the file when it was opened. */
  readonly lines: string[];
  append(line: string): void;
}

/**
 * Opens or creates a file of lines. Removes an incomplete last line, which a crash may leave.
 * `append` throws if it cannot write, and removes a partial line. Without `isSynced`, a machine
 * crash may lose lines.
 */
export function openLines(file: string, isSynced: boolean): LineFile {
  const fd = fs.openSync(file, fs.existsSync(file) ? 'r+' : 'wx+');
  const bytes = fs.readFileSync(fd);
  let size = bytes.lastIndexOf(0x0a) + 1;
  if (size < bytes.length) fs.ftruncateSync(fd, size);
  syncFolder(path.dirname(file));
  const whole = bytes.toString('utf8', 0, size);
  return {
    lines: whole === '' ? [] : whole.slice(0, -1).split('\n'),
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
 * Locks a folder until this process exits. The operating system releases SQLite's lock even after a
 * kill. Waits up to `waitMs` for another process to release the folder, then throws.
 */
export function lockFolder(folder: string, waitMs: number): void {
  fs.mkdirSync(folder, { recursive: true });
  const lock = new DatabaseSync(path.join(folder, 'held'), { timeout: waitMs });
  lock.exec('PRAGMA journal_mode = MEMORY');
  lock.exec('BEGIN EXCLUSIVE');
  locks.push(lock);
}

/** References to the locks, because a garbage-collected lock is released. */
const locks: DatabaseSync[] = [];

function syncFolder(folder: string): void {
  const fd = fs.openSync(folder, 'r');
  fs.fsyncSync(fd);
  fs.closeSync(fd);
}
