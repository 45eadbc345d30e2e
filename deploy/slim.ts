// Removes packages from node_modules that no production server loads:
// `node deploy/slim.ts <folder>`. npm's --omit=dev keeps optional peers of other packages, such as
// TypeScript.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { type Lock, placesNeededBy } from '../scripts/packages.ts';

/** The workspaces that run in production. */
const served = ['server', 'ops'];
/** Packages that only compile texts. */
const notLoaded = ['@lingui/babel-plugin-lingui-macro'];
/** Papers use only these weights of their fonts (server/src/platform/pdf/font-paths.ts). */
const fontWeights = ['400Regular', '700Bold'];

const root = path.resolve(process.argv[2] ?? '.');
const modules = path.join(root, 'node_modules');
const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lock;
const needed = placesNeededBy(served, lock, notLoaded);
for (const [place, { link }] of Object.entries(lock.packages))
  if (place.includes('node_modules/') && !link && !needed.has(place))
    fs.rmSync(path.join(root, place), { recursive: true, force: true });
for (const font of fs.globSync('@expo-google-fonts/*/*/', { cwd: modules }))
  if (!fontWeights.includes(path.basename(font)))
    fs.rmSync(path.join(modules, font), { recursive: true });
for (const file of fs.globSync('**/*.{map,d.ts,d.cts,d.mts}', { cwd: modules }))
  fs.rmSync(path.join(modules, file));
