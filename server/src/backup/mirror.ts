// A copy of the folder of files. Files never change, and deleting one moves it to the trash, so the
// copy adds every file that it sees, and drops a file only when its time in the trash is over.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileFolders, trashDays, writtenAt } from '#/context/stored-files.ts';
import { markName } from '#/platform/folder-mark.ts';
import { sumOf } from './manifest.ts';

const trash = 'trash';
/** One line for each file, as `sha256sum -c` reads it. */
const sumsName = 'files.sha256';

/** Returns the names of all files below a folder, relative to `root`. */
function namesIn(root: string, folder: string): string[] {
  const at = path.join(root, folder);
  if (!fs.existsSync(at)) return [];
  return fs
    .readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.half'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

function copy(from: string, to: string): boolean {
  fs.mkdirSync(path.dirname(to), { recursive: true, mode: 0o700 });
  const half = `${to}.${process.pid}.half`; // `make` and `follow` may copy the same file
  try {
    fs.copyFileSync(from, half, fs.constants.COPYFILE_FICLONE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false; // it was deleted meanwhile
    throw error;
  }
  fs.renameSync(half, to);
  return true;
}

/** Copies the files that are still missing in the copy. @returns their number */
export function takeFiles(source: string, target: string, names: readonly string[]): number {
  const sums = names.flatMap((name) => {
    const to = path.join(target, name);
    return fs.existsSync(to) || !copy(path.join(source, name), to) ? [] : `${sumOf(to)}  ${name}\n`;
  });
  if (sums.length > 0)
    fs.appendFileSync(path.join(target, sumsName), sums.join(''), { mode: 0o600 });
  return sums.length;
}

/** Copies new files, and follows files into the trash. @returns the number of copied files */
export function followFiles(source: string, target: string, wall: Temporal.Instant): number {
  fs.mkdirSync(target, { recursive: true, mode: 0o700 });
  const fresh = fileFolders.flatMap((folder) => namesIn(source, folder));
  for (const name of namesIn(source, trash)) {
    const former = path.join(target, nameInTrash(name));
    if (!fs.existsSync(path.join(target, name)) && fs.existsSync(former)) {
      fs.mkdirSync(path.dirname(path.join(target, name)), { recursive: true, mode: 0o700 });
      fs.renameSync(former, path.join(target, name));
    } else fresh.push(name);
  }
  const copied = takeFiles(source, target, fresh);
  if (fs.existsSync(path.join(source, markName)) && !fs.existsSync(path.join(target, markName)))
    copy(path.join(source, markName), path.join(target, markName));
  const lastHour = wall
    .subtract({ hours: 24 * (trashDays + 1) })
    .toString()
    .slice(0, 13);
  const hours = fs.existsSync(path.join(target, trash))
    ? fs.readdirSync(path.join(target, trash))
    : [];
  for (const hour of hours)
    if (hour < lastHour) fs.rmSync(path.join(target, trash, hour), { recursive: true });
  return copied;
}

/** 'trash/2026-11-29T05/pictures/ab/0197…' was 'pictures/ab/0197…'. */
const nameInTrash = (name: string) => name.split(path.sep).slice(2).join(path.sep);

/**
 * Copies the files of a moment into a new folder: all files written by then, also if they were
 * deleted later. Null means the newest moment.
 * @returns the number of files
 */
export function restoreFiles(mirror: string, to: string, time: Temporal.Instant | null): number {
  const isOf = (name: string) => {
    const at = writtenAt(name);
    return !time || (at !== null && Temporal.Instant.compare(at, time) <= 0);
  };
  let files = 0;
  for (const folder of fileFolders)
    for (const name of namesIn(mirror, folder))
      if (isOf(name) && copy(path.join(mirror, name), path.join(to, name))) files += 1;
  const hourOf = time?.toString().slice(0, 13);
  for (const name of namesIn(mirror, trash)) {
    const [, hour = ''] = name.split(path.sep);
    const own = nameInTrash(name);
    const isBack = hourOf !== undefined && hour >= hourOf && isOf(own);
    if (copy(path.join(mirror, name), path.join(to, isBack ? own : name)) && isBack) files += 1;
  }
  if (fs.existsSync(path.join(mirror, markName)))
    copy(path.join(mirror, markName), path.join(to, markName));
  return files;
}
