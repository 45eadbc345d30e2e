// Short names of classes. They travel in the styles, in the scripts and in the markup, where hashes of five characters hardly compress.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { normalizePath } from 'vite';

const src = path.join(import.meta.dirname, 'src');
// Without vowels: a class called "ad" or "banner" would be hidden by people's content blockers.
const letters = 'bcdfghjklmnpqrtvwxz';

/** `generateScopedName` for CSS modules: names counted through all module files in the order of their paths, alike in every build of one tree. */
export function classNamer(): (local: string, file: string) => string {
  const names = new Map<string, string>();
  const modules = fs
    .readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.module.css'))
    .map((file) => normalizePath(path.join(src, file)));
  // What the public pages use comes first and has the shortest names; the gallery comes last.
  const rank = (file: string) => (file.includes('/gallery/') ? 2 : /\/(ui|shell|account)\//.test(file) ? 0 : 1);
  modules.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  for (const file of modules)
    for (const local of localsOf(fs.readFileSync(file, 'utf8'))) names.set(`${file} ${local}`, shortName(names.size));
  return (local, file) => {
    const known = names.get(`${normalizePath(file.split('?')[0] ?? '')} ${local}`);
    // A class or an animation that was written after the development server began to count.
    return known ?? `${path.basename(file, '.module.css')}-${local}`;
  };
}

function localsOf(css: string): Set<string> {
  return new Set([...css.matchAll(/(?:\.|@keyframes\s+|animation-name:\s*)([a-zA-Z_][\w-]*)/g)].map(([, name = '']) => name));
}

/** b, c, … z, bb, bc, … */
function shortName(nth: number): string {
  const rest = Math.floor(nth / letters.length);
  return (rest > 0 ? shortName(rest - 1) : '') + letters[nth % letters.length];
}
