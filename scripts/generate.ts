// Compiles the catalogues (*.po) to TypeScript in folders named `generated`, which are not
// committed. `npm ci` and before.cjs run this script, which takes a fifth of a second.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { optionsFile, tableFile } from '../server/src/texts/compile.ts';
import { idsFile, serverFile } from '../web/ids.ts';

const root = path.join(import.meta.dirname, '..');
const contents: Readonly<Record<string, () => string>> = {
  'server/src/texts/generated/table.ts': tableFile,
  'server/src/texts/generated/options.ts': optionsFile,
  'server/src/texts/generated/web-texts.ts': serverFile,
  'web/src/i18n/generated/ids.ts': idsFile,
};

/**
 * Writes the files that are missing or out of date.
 * @throws Error with all faults in the catalogues, one per line
 */
export function generate(): void {
  for (const [name, content] of Object.entries(contents)) write(path.join(root, name), content());
}

/** Replaces the file atomically, because another process may be reading it. */
function write(file: string, content: string): void {
  if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === content) return;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const half = `${file}.${process.pid}`;
  fs.writeFileSync(half, content);
  fs.renameSync(half, file);
}

if (import.meta.main) {
  try {
    generate();
  } catch (error) {
    console.error(
      `The catalogues cannot be compiled:\n${error instanceof Error ? error.message : error}`,
    );
    process.exitCode = 1;
  }
}
