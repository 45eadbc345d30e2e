// `npm run ops -- <command>`: runs a staff command on a server.
import * as os from 'node:os';
import * as path from 'node:path';
import { exitCodes, opsUrl } from './ask.ts';
import { findKey } from './key.ts';
import { run } from './run.ts';
import { isProcessRunning, placeOf, temporaryFiles, waitForPerson } from './temporary.ts';

const address = opsUrl(process.env);
if ('wrong' in address) {
  console.error(address.wrong);
  process.exitCode = exitCodes.typedWrongly;
} else {
  process.exitCode = await run(process.argv.slice(2), {
    url: address.url,
    key: findKey(process.env, path.resolve(import.meta.dirname, '../..')),
    user: os.userInfo().username,
    now: () => Temporal.Now.instant(),
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
