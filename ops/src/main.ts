// `npm run ops -- <command>`: what staff do on a running server of this machine.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { opsUrl } from './port.ts';
import { exitCodes, run } from './run.ts';

const dataDir = path.resolve(import.meta.dirname, '../..', process.env.DATA_DIR || 'data');
const keyFile = path.join(dataDir, 'keys', 'ops.key');

const found = opsUrl(process.env);
if ('wrong' in found) {
  console.error(found.wrong);
  process.exitCode = exitCodes.typedWrongly;
} else {
  process.exitCode = await run(process.argv.slice(2), {
    url: found.url,
    key: readKey(),
    keyFile,
    user: os.userInfo().username,
    print: (line) => console.log(line),
    complain: (line) => console.error(line),
  });
}

function readKey(): string | null {
  try {
    return fs.readFileSync(keyFile, 'utf8').trim();
  } catch {
    return null;
  }
}
