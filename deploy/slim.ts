// Removes from node_modules what no production server loads: `node deploy/slim.ts <folder>`. npm's
// --omit=dev keeps packages that are optional peers of others, such as TypeScript.
import * as fs from 'node:fs';
import * as path from 'node:path';

type Manifest = Partial<
  Record<'dependencies' | 'optionalDependencies' | 'peerDependencies', Record<string, string>>
> & { peerDependenciesMeta?: Record<string, { optional?: boolean }> };

/** The workspaces that serve and operate. */
const served = ['server', 'ops'];
/** Packages that only compile texts. */
const notLoaded = new Set(['@lingui/babel-plugin-lingui-macro']);
/** Only these weights of the papers' fonts are set (server/src/platform/pdf/font-paths.ts). */
const fontWeights = ['400Regular', '700Bold'];

const root = path.resolve(process.argv[2] ?? '.');
const modules = path.join(root, 'node_modules');
const reached = new Set<string>();
for (const workspace of served) reach(path.join(root, workspace));
for (const folder of packagesIn(modules))
  if (!reached.has(fs.realpathSync(folder)) && !fs.lstatSync(folder).isSymbolicLink())
    fs.rmSync(folder, { recursive: true });
for (const font of fs.globSync('@expo-google-fonts/*/*/', { cwd: modules }))
  if (!fontWeights.includes(path.basename(font)))
    fs.rmSync(path.join(modules, font), { recursive: true });
for (const file of fs.globSync('**/*.{map,d.ts,d.cts,d.mts}', { cwd: modules }))
  fs.rmSync(path.join(modules, file));

/** Adds a package and what it needs, as Node would find it. */
function reach(folder: string): void {
  const at = fs.realpathSync(folder);
  if (reached.has(at)) return;
  reached.add(at);
  const manifest = JSON.parse(fs.readFileSync(path.join(at, 'package.json'), 'utf8')) as Manifest;
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = manifest;
  const peers = Object.keys(peerDependencies ?? {}).filter(
    (name) => !peerDependenciesMeta?.[name]?.optional,
  );
  const needed = { ...dependencies, ...optionalDependencies };
  for (const name of [...Object.keys(needed), ...peers]) {
    const found = notLoaded.has(name) ? null : find(name, at);
    if (found) reach(found);
  }
}

function find(name: string, from: string): string | null {
  const folder = path.join(from, 'node_modules', name);
  if (fs.existsSync(folder)) return folder;
  return from === root || from === path.dirname(from) ? null : find(name, path.dirname(from));
}

/** Returns the packages of a node_modules folder and of those below it. */
function packagesIn(folder: string): string[] {
  const names = fs.globSync(['[!.@]*', '@*/*'], { cwd: folder });
  return names.flatMap((name) => {
    const at = path.join(folder, name);
    const below = path.join(at, 'node_modules');
    return [...(fs.existsSync(below) ? packagesIn(below) : []), at];
  });
}
