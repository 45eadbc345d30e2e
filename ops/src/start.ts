// Starts the command line with this process's terminal and machine.
import * as os from 'node:os';
import type { Address } from './address.ts';
import { exitCodes } from './ask.ts';
import type { FoundKey } from './key.ts';
import type { Client } from './own-key.ts';
import { run } from './run.ts';
import { isProcessRunning, placeOf, temporaryFiles, waitForPerson } from './temporary.ts';

/** Runs the command of this process's arguments, and sets the exit code. */
export async function start(
  client: Client,
  address: Address | { wrong: string },
  key: FoundKey,
): Promise<void> {
  if ('wrong' in address) {
    console.error(address.wrong);
    process.exitCode = exitCodes.typedWrongly;
    return;
  }
  process.exitCode = await run(process.argv.slice(2), {
    ...address,
    client,
    key,
    user: os.userInfo().username,
    nowMs: Date.now,
    temporary: temporaryFiles({
      folder: placeOf(process.env),
      pid: process.pid,
      isRunning: isProcessRunning,
      wait: waitForPerson,
    }),
    print: (line) => console.log(line),
    complain: (line) => console.error(line),
  });
}
