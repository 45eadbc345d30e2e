// Runs a script's work and prints each expected error as one sentence.
import * as path from 'node:path';
import { CannotStart } from '../server/src/platform/cannot-start.ts';
import { readDataDir } from '../server/src/platform/config.ts';
import { ofFolder } from '../server/src/platform/why-not.ts';

export const root = path.join(import.meta.dirname, '..');
/** DATA_DIR, resolved against the checkout. */
export const dataDir = readDataDir();

/**
 * Runs `work`. Prints a configuration or file error as one sentence and sets the exit code; throws
 * any other error.
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
