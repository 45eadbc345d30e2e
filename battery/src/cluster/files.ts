// The configuration files of deploy/, with the addresses and folders of a cluster on this machine.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { changeOwner, toolUser } from '@sandali/server/db/data-folder.ts';

const deploy = path.join(import.meta.dirname, '../../../deploy');

type Replacement = readonly [from: string | RegExp, to: string];

/**
 * Copies a file of deploy/ to `to`, with replacements.
 * @throws if the file lacks a text to replace
 */
export function fill(name: string, to: string, replacements: readonly Replacement[]): string {
  let text = fs.readFileSync(path.join(deploy, name), 'utf8');
  for (const [from, replacement] of replacements) {
    if (text.split(from).length < 2) throw new Error(`deploy/${name} has no ${from}`);
    text = text.replaceAll(from, replacement);
  }
  fs.mkdirSync(path.dirname(to), { recursive: true });
  fs.writeFileSync(to, text);
  return to;
}

/** Creates a folder for programs that do not run as root. */
export function makeToolFolder(folder: string): string {
  fs.mkdirSync(folder, { recursive: true });
  changeOwner(folder, toolUser);
  fs.chmodSync(folder, 0o700);
  return folder;
}
