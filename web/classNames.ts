// Generates short class names. Styles, scripts and markup all contain them, and hashed names hardly
// compress (docs/decisions/0083).
import * as fs from 'node:fs';
import * as path from 'node:path';
import { normalizePath } from 'vite';

const src = path.join(import.meta.dirname, 'src');
// The names contain no vowels, because content blockers hide elements with classes such as "ad" or
// "banner".
const letters = 'bcdfghjklmnpqrtvwxz';
const localName = /(?:\.|@keyframes\s+|animation-name:\s*)([a-zA-Z_][\w-]*)/g;

/**
 * Returns the `generateScopedName` function for CSS modules. It gives the same names in every build
 * of the same sources.
 */
export function classNamer(): (local: string, file: string) => string {
  const names = new Map<string, string>();
  for (const file of moduleFiles()) {
    for (const [, local] of fs.readFileSync(file, 'utf8').matchAll(localName)) {
      const key = `${file} ${local}`;
      if (!names.has(key)) names.set(key, shortName(names.size));
    }
  }
  return (local, file) => {
    const known = names.get(`${normalizePath(file.split('?')[0] ?? '')} ${local}`);
    // The class is in a story, or was added after the development server started.
    return known ?? `${path.basename(file, '.module.css')}-${local}`;
  };
}

/** Returns all CSS modules. Those of the public pages come first, and so get the shortest names. */
function moduleFiles(): string[] {
  const files = fs
    .globSync('**/*.module.css', { cwd: src })
    .map((file) => normalizePath(path.join(src, file)))
    .sort();
  const isPublic = (file: string) => /\/(ui|shell|account)\//.test(file);
  return [...files.filter(isPublic), ...files.filter((file) => !isPublic(file))];
}

/** Returns the nth name in the sequence b, c, … z, bb, bc, … */
function shortName(nth: number): string {
  const rest = Math.floor(nth / letters.length);
  return (rest > 0 ? shortName(rest - 1) : '') + letters[nth % letters.length];
}
