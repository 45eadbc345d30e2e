// Prepares `npm start`: compiles the catalogues, creates the sandbox's root key and builds the web
// app. With `--for-start` it first checks that the ports are free.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { listeners, tryPorts } from '../server/src/http/listen.ts';
import { readConfig, readRootKey } from '../server/src/platform/config.ts';
import { attempt, dataDir, root } from './attempt.ts';
import { generate } from './generate.ts';
import { reasonToBuild, rootPublicKey } from './web-build.ts';

const web = path.join(root, 'web');
const dist = path.join(web, 'dist');
const notServed = ['dist', 'dist-ssr', 'node_modules', 'stories'];
const sources = [
  ...fs
    .readdirSync(web)
    .filter((name) => !notServed.includes(name))
    .map((name) => path.join(web, name)),
  path.join(root, 'contract/src'),
  path.join(root, 'package-lock.json'),
];

await attempt(async () => {
  generate();
  if (process.argv.includes('--for-start')) {
    const { borrowers, hooks, ops } = listeners(readConfig());
    await tryPorts([borrowers, hooks, ops]);
  }
  buildIfOld(rootPublicKey(dataDir, readRootKey()));
});

function buildIfOld(publicKey: string): void {
  const reason = reasonToBuild(dist, sources, publicKey);
  if (!reason) return;
  console.log(`Building the web app: ${reason}.`);
  fs.rmSync(path.join(dist, 'root.txt'), { force: true });
  const { status } = spawnSync(process.execPath, [path.join(web, 'build.ts')], {
    stdio: 'inherit',
    env: { ...process.env, ROOT_PUBLIC_KEY: publicKey },
  });
  process.exitCode = status ?? 1;
  if (status === 0) fs.writeFileSync(path.join(dist, 'root.txt'), publicKey);
}
