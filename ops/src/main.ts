// `npm run ops -- <command>`: what staff do on a running server of this machine.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { run } from './run.ts';

const port = Number(process.env.PORT || 8080);
const opsPort = Number(process.env.OPS_PORT || port + 2);
const dataDir = path.resolve(import.meta.dirname, '../..', process.env.DATA_DIR || 'data');
const keyFile = path.join(dataDir, 'keys', 'ops.key');

process.exitCode = await run(process.argv.slice(2), {
  url: `http://127.0.0.1:${opsPort}`,
  key: readKey(),
  keyFile,
  user: os.userInfo().username,
  print: (line) => console.log(line),
  complain: (line) => console.error(line),
});

function readKey(): string | null {
  try {
    return fs.readFileSync(keyFile, 'utf8').trim();
  } catch {
    return null;
  }
}
