// Files that only one person can read: mode 0600 or, on Windows, an access list.
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

/** The kind of machine, and a function that runs a Windows program and returns its output. */
export type System = { platform: NodeJS.Platform; run(program: string, args: string[]): string };

type Env = Record<string, string | undefined>;

/**
 * Returns this machine. Uses the full paths of Windows' programs, because shells have their own
 * `whoami`.
 */
export function systemOf({ SystemRoot = 'C:\\Windows' }: Env): System {
  const place = (program: string) => path.win32.join(SystemRoot, 'System32', `${program}.exe`);
  return {
    platform: process.platform,
    run: (program, args) =>
      execFileSync(place(program), args, { encoding: 'utf8', windowsHide: true }),
  };
}

/**
 * Writes a new file that only this user can read.
 * @throws an error with the code EEXIST if it exists
 */
export function writePrivate(file: string, text: string, system: System): void {
  fs.writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  try {
    // Writes the text last, so that nobody can read it before the access list is set.
    if (system.platform === 'win32')
      system.run('icacls', [file, '/inheritance:r', '/grant:r', `*${ownSid(system)}:F`]);
    fs.writeFileSync(file, text);
  } catch (error) {
    fs.rmSync(file, { force: true });
    throw error;
  }
}

/** Replaces a file that only this user can read. After a crash it has the old or the new text. */
export function replacePrivate(file: string, text: string, system: System): void {
  const next = `${file}.next`;
  fs.rmSync(next, { force: true });
  writePrivate(next, text, system);
  fs.renameSync(next, file);
}

/**
 * Returns why a file is not private, with the command that corrects it; null if it is private.
 * @throws if the file or its access list cannot be read
 */
export function whyNotPrivate(file: string, system: System): string | null {
  if (system.platform !== 'win32')
    return (fs.statSync(file).mode & 0o077) === 0
      ? null
      : `Other users can read ${file}. Make it private: chmod 600 '${file}'`;
  const own = ownSid(system);
  // Administrators and the system can take over any file anyway, so they may be on the list.
  const allowed = [
    own,
    'SY',
    'BA',
    'S-1-5-18',
    'S-1-5-32-544',
    ...(/-500$/.test(own) ? ['LA'] : []),
  ];
  return trusteesOf(file, system).every((trustee) => allowed.includes(trustee))
    ? null
    : `Other users can read ${file}. Make it private: icacls "${file}" /inheritance:r /grant:r "*${own}:F"`;
}

/** Returns the user's security id, which unlike a name does not depend on the language. */
function ownSid(system: System): string {
  const [sid] = /S-1-[\d-]+/.exec(system.run('whoami', ['/user', '/fo', 'csv', '/nh'])) ?? [];
  if (!sid) throw new Error('whoami printed no security id.');
  return sid;
}

/** Returns the accounts with any access to a file, as security ids or two-letter codes. */
function trusteesOf(file: string, system: System): string[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-acl-'));
  try {
    const list = path.join(folder, 'list');
    system.run('icacls', [file, '/save', list]);
    // The second line is the list: D:PAI(A;;FA;;;S-1-5-21-…)(A;;FA;;;SY)
    const [, text = ''] = fs.readFileSync(list, 'utf16le').split(/\r?\n/);
    if (!text.startsWith('D:') || text.startsWith('D:NO_ACCESS_CONTROL')) return ['everybody'];
    return [...text.matchAll(/\(A;[^;]*;[^;]*;[^;]*;[^;]*;([^;)]+)\)/g)].map(([, who = '']) => who);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
