// Keeps the temporary files of a test run in one folder, and reports and removes leftovers.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

/** Caches that tools make. */
const caches = ['jiti', 'node-compile-cache'];

/**
 * Makes the folder and points TMPDIR at it. At exit it removes the folder, and fails the run if a
 * test left a file.
 */
export function keepTemporaryFiles(): void {
  // The path of PostgreSQL's socket stays under 104 bytes; macOS has a long path for each user.
  const parent = fs.existsSync('/tmp') ? '/tmp' : os.tmpdir();
  const folder = fs.mkdtempSync(path.join(parent, 'sandali-run-'));
  fs.chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user, who must enter
  process.env.TMPDIR = folder;
  process.on('exit', () => {
    const names = fs.readdirSync(folder).filter((name) => !caches.includes(name));
    fs.rmSync(folder, { recursive: true, force: true });
    if (names.length === 0) return;
    console.error(
      `Tests left ${names.length} temporary files or folders behind: ${names.slice(0, 9).join(', ')}`,
    );
    process.exitCode = 1;
  });
}
