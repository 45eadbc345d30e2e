// How a script ends that cannot do its work: one sentence where a person can act on it, and 1.
import * as path from 'node:path';
import { CannotStart } from '../server/src/platform/cannot-start.ts';
import { readDataDir } from '../server/src/platform/config.ts';
import { ofFolder } from '../server/src/platform/why-not.ts';

export const root = path.join(import.meta.dirname, '..');
/** DATA_DIR, counted from the checkout. */
export const dataDir = readDataDir();

/**
 * Does `work`; when it cannot be done, prints why and sets the exit code. Errors that are no fault
 * of the surroundings keep their stack.
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
