// Files with pictures for a reviewer. Only the reviewer can read them; each is deleted after a time
// limit, on Enter or on Ctrl-C. The next start deletes the leftovers of a killed run.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

type TemporaryFile = { name: string; bytes: Buffer; keptMs: number };

export type TemporaryFiles = {
  /** Writes the file, reports its path, waits, and deletes it, even after an error. */
  show(of: TemporaryFile, onWritten: (file: string) => void): Promise<void>;
  /** Deletes leftovers of runs that have ended. */
  sweep(): void;
};

/** A wait for the user. `stop` ends it early and removes its listeners. */
export type Waiting = { ended: Promise<void>; stop(): void };

export type Place = {
  /** The folder that contains the temporary folders. */
  folder: string;
  pid: number;
  isRunning(pid: number): boolean;
  /** Starts to wait for Enter, for a signal that ends the process, or until `ms` have passed. */
  wait(ms: number): Waiting;
};

/** Manages temporary files in subfolders of `folder`, named after the user id and process id. */
export function temporaryFiles({ folder, pid, isRunning, wait }: Place): TemporaryFiles {
  const { uid } = os.userInfo();
  const own = `sandali-ops-${uid}-`;
  const remove = (name: string) => fs.rmSync(name, { recursive: true, force: true });
  return {
    async show({ name, bytes, keptMs }, onWritten) {
      // Listen first, so that a Ctrl-C right after the write deletes the file.
      const waiting = wait(keptMs);
      let inside: string | null = null;
      try {
        inside = fs.mkdtempSync(path.join(folder, `${own}${pid}-`));
        const file = path.join(inside, name);
        fs.writeFileSync(file, bytes, { flag: 'wx', mode: 0o600 });
        onWritten(file);
        await waiting.ended;
      } finally {
        if (inside) remove(inside);
        waiting.stop();
      }
    },
    sweep() {
      for (const entry of entriesOf(folder)) {
        const run = entry.startsWith(own) ? /^\d+/.exec(entry.slice(own.length))?.[0] : undefined;
        if (
          run !== undefined &&
          !isRunning(Number(run)) &&
          isOwnedBy(path.join(folder, entry), uid)
        )
          remove(path.join(folder, entry));
      }
    },
  };
}

/**
 * Whether an entry belongs to this user. In a shared folder, other users can choose any name.
 * Windows has no user ids (-1), and its temporary folders belong to one user.
 */
function isOwnedBy(name: string, uid: number): boolean {
  if (uid === -1) return true;
  return fs.lstatSync(name, { throwIfNoEntry: false })?.uid === uid;
}

function entriesOf(folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return []; // a folder that cannot be read has no files of ours
  }
}

type Env = Record<string, string | undefined>;

/** Returns the user's folder in memory if the system has one, else the temporary folder. */
export function placeOf(env: Env): string {
  const inMemory = env.XDG_RUNTIME_DIR;
  return inMemory && fs.statSync(inMemory, { throwIfNoEntry: false })?.isDirectory()
    ? inMemory
    : os.tmpdir();
}

/** Whether a process with this id is running, under any user. */
export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Waits for Enter, a signal or the time limit. The end of the input does not end the wait. */
export function waitForPerson(ms: number): Waiting {
  // The installed program also runs on Node 20, which has no Promise.withResolvers.
  let done = () => {};
  const ended = new Promise<void>((resolve) => {
    done = () => resolve();
  });
  const timer = setTimeout(done, ms);
  for (const signal of signals) process.on(signal, done);
  process.stdin.on('data', done).resume();
  return {
    ended,
    stop() {
      clearTimeout(timer);
      for (const signal of signals) process.off(signal, done);
      process.stdin.off('data', done).pause();
      process.stdin.unref?.();
    },
  };
}
