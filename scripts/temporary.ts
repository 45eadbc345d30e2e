// Keeps a test run's temporary files in one folder, which it removes at exit.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

/** Tool caches, which tests need not remove. */
const caches = ['jiti', 'node-compile-cache'];

/**
 * Creates the folder and points TMPDIR at it. At exit, removes the folder, and fails the run if a
 * test left a file behind.
 */
export function keepTemporaryFiles(): void {
  // PostgreSQL's socket path must stay under 104 bytes, and TMPDIR is long on macOS.
  const parent = fs.existsSync('/tmp') ? '/tmp' : os.tmpdir();
  const folder = fs.mkdtempSync(path.join(parent, 'sandali-run-'));
  fs.chmodSync(folder, 0o755); // if root runs the tests, PostgreSQL runs as another user
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
