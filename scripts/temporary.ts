// One folder for all temporary files of a run of the unit tests, so that what a test leaves behind is seen, named and removed.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

/** Caches of tools, which no test makes. */
const caches = ['jiti', 'node-compile-cache'];

/** Makes the folder and sends every program of this run there. When the process ends it removes the folder, and fails if a test left anything in it. */
export function keepTemporaryFiles(): void {
  // The path of PostgreSQL's socket stays under 104 bytes; macOS has a long path for each user.
  const parent = fs.existsSync('/tmp') ? '/tmp' : os.tmpdir();
  const folder = fs.mkdtempSync(path.join(parent, 'sandali-run-'));
  fs.chmodSync(folder, 0o755); // as root, PostgreSQL runs as somebody who must be able to pass through
  process.env.TMPDIR = folder;
  process.on('exit', () => {
    const names = fs.readdirSync(folder).filter((name) => !caches.includes(name));
    fs.rmSync(folder, { recursive: true, force: true });
    if (names.length === 0) return;
    console.error(`Tests left ${names.length} temporary files or folders behind: ${names.slice(0, 9).join(', ')}`);
    process.exitCode = 1;
  });
}
