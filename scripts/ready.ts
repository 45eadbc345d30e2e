// Prepares `npm start`: compiles the catalogues, creates the sandbox's root key and builds the web
// app and the desk. With `--for-start` it first checks that the ports are free.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { listeners, tryPorts } from '../server/src/http/listen.ts';
import { readConfig, readRootKey } from '../server/src/platform/config.ts';
import { attempt, dataDir, root } from './attempt.ts';
import { generate } from './generate.ts';
import { reasonToBuild, reasonToBuildWeb, rootPublicKey } from './web-build.ts';

const web = path.join(root, 'web');
const desk = path.join(root, 'desk');
const notServed = ['dist', 'dist-ssr', 'node_modules', 'stories'];
const shared = [path.join(root, 'contract/src'), path.join(root, 'package-lock.json')];

await attempt(async () => {
  generate();
  if (process.argv.includes('--for-start')) {
    const { borrowers, hooks, ops } = listeners(readConfig());
    await tryPorts([borrowers, hooks, ops]);
  }
  buildWebIfOld(rootPublicKey(dataDir, readRootKey()));
  buildDeskIfOld();
});

function buildWebIfOld(publicKey: string): void {
  const dist = path.join(web, 'dist');
  const reason = reasonToBuildWeb(dist, [...sourcesIn(web), ...shared], publicKey);
  if (!reason) return;
  console.log(`Building the web app: ${reason}.`);
  fs.rmSync(path.join(dist, 'root.txt'), { force: true });
  if (build(web, { ROOT_PUBLIC_KEY: publicKey }))
    fs.writeFileSync(path.join(dist, 'root.txt'), publicKey);
}

function buildDeskIfOld(): void {
  const mark = path.join(desk, 'dist/index.html');
  const tokens = path.join(web, 'src/ui/tokens.css');
  const reason = reasonToBuild(mark, [...sourcesIn(desk), tokens, ...shared]);
  if (!reason) return;
  console.log(`Building the desk: ${reason}.`);
  build(desk, {});
}

function sourcesIn(app: string): string[] {
  return fs
    .readdirSync(app)
    .filter((name) => !notServed.includes(name))
    .map((name) => path.join(app, name));
}

/** Builds an app. Sets the exit code and returns false if its build fails. */
function build(app: string, environment: Record<string, string>): boolean {
  const { status } = spawnSync(process.execPath, [path.join(app, 'build.ts')], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  if (status !== 0) process.exitCode = status ?? 1;
  return status === 0;
}
