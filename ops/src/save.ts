// An answer that is too long to hold: it is written to a new file as it comes.
import * as fs from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { NotHere } from './input.ts';

/** Writes an answer to a file that must not exist yet, for its owner alone. A file that was cut off is removed. @returns its size in bytes. @throws NotHere with a sentence. */
export async function save(answer: Response, file: string): Promise<number> {
  if (!answer.body) throw new NotHere('The server sent nothing.');
  try {
    fs.closeSync(fs.openSync(file, 'wx', 0o600));
  } catch {
    throw new NotHere(`${file} is there already, or cannot be made.`);
  }
  try {
    await pipeline(Readable.fromWeb(answer.body as never), fs.createWriteStream(file));
  } catch {
    fs.rmSync(file, { force: true });
    throw new NotHere('The answer was cut off; nothing is kept of it.');
  }
  return fs.statSync(file).size;
}
