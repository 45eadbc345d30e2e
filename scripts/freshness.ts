// Whether what was built is still what the sources say.
import * as fs from 'node:fs';
import * as path from 'node:path';

/** The newest change in a file or folder, in ms since 1970; folders count too, so that a deleted file is a change. Missing is 0. */
export function newestChange(at: string): number {
  const stat = fs.statSync(at, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  const inside = fs.readdirSync(at).filter((name) => name !== 'node_modules');
  return Math.max(stat.mtimeMs, ...inside.map((name) => newestChange(path.join(at, name))));
}

/** Why the web program must be built again, or an empty text. `dist/root.txt`, written last, names the root key it was built for. */
export function whyBuild(dist: string, sources: string[], publicKey: string): string {
  const mark = path.join(dist, 'root.txt');
  if (!fs.existsSync(mark)) return 'it is not built yet';
  if (fs.readFileSync(mark, 'utf8').trim() !== publicKey) return 'it was built for another root key';
  const builtAt = fs.statSync(mark).mtimeMs;
  const newer = sources.find((source) => newestChange(source) > builtAt);
  return newer ? `${path.basename(newer)} has changed` : '';
}
