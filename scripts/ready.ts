// Makes everything that `npm start` needs besides the program itself: the sandbox's root key and the built web program.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { whyBuild } from './freshness.ts';
import { rootPublicKey } from './root-key.ts';

const root = path.join(import.meta.dirname, '..');
const web = path.join(root, 'web');
const dist = path.join(web, 'dist');
const made = ['dist', 'dist-ssr', 'node_modules'];
const sources = [
  ...fs
    .readdirSync(web)
    .filter((name) => !made.includes(name))
    .map((name) => path.join(web, name)),
  path.join(root, 'contract/src'),
  path.join(root, 'package-lock.json'),
];

const publicKey = rootPublicKey(path.resolve(root, process.env.DATA_DIR || 'data'), process.env.ROOT_PUBLIC_KEY);
const reason = whyBuild(dist, sources, publicKey);
if (reason) {
  console.log(`Building the web program: ${reason}.`);
  fs.rmSync(path.join(dist, 'root.txt'), { force: true });
  const { status } = spawnSync(process.execPath, [path.join(web, 'build.ts')], {
    stdio: 'inherit',
    env: { ...process.env, ROOT_PUBLIC_KEY: publicKey },
  });
  process.exitCode = status ?? 1;
  if (status === 0) fs.writeFileSync(path.join(dist, 'root.txt'), publicKey);
}
