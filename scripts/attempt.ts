// Runs a script's work and prints expected errors as one sentence.
import * as path from 'node:path';
import { CannotStart } from '../server/src/platform/cannot-start.ts';
import { readDataDir } from '../server/src/platform/config.ts';
import { ofFolder } from '../server/src/platform/why-not.ts';

export const root = path.join(import.meta.dirname, '..');
/** DATA_DIR, relative to the checkout. */
export const dataDir = readDataDir();

/**
 * Does `work`. Configuration and file errors are printed as a sentence and set the exit code; other
 * errors are thrown.
 */
export async function attempt(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    process.exitCode = 1;
    const { syscall, path: at } = error as NodeJS.ErrnoException;
    if (error instanceof CannotStart) console.error(error.message);
    else if (syscall && at && error instanceof Error) console.error(ofFolder(error, dataDir));
    else throw error;
  }
}
