// A file that is sent along.
import * as fs from 'node:fs';
import { NotHere } from './input.ts';

/** The file as text; bytes that are no UTF-8 would be other names. @throws NotHere with a sentence. */
export function textOf(file: string): string {
  let bytes: Buffer;
  try {
    bytes = fs.readFileSync(file);
  } catch {
    throw new NotHere(`${file} cannot be read.`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new NotHere(`${file} is no text in UTF-8.`);
  }
}
