// Pictures for a reviewer: a file that only they can read, in a separate folder, removed after a
// while, at Enter and at Ctrl-C. What a killed run left behind is removed at the next start.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

/** A file that exists for a while, in ms. */
type TemporaryFile = { name: string; bytes: Buffer; keptMs: number };

export type TemporaryFiles = {
  /** Writes the file, says where it is, waits, and removes it, whatever happens meanwhile. */
  show(of: TemporaryFile, onWritten: (file: string) => void): Promise<void>;
  /** Removes what runs that have ended left behind. */
  sweep(): void;
};

/** Something that is waited for. `stop` ends the waiting early, with nothing left listening. */
export type Waiting = { ended: Promise<void>; stop(): void };

export type Place = {
  /** The folder in which folders are made. */
  folder: string;
  pid: number;
  isRunning(pid: number): boolean;
  /** Begins to wait for Enter, a signal that ends the program, or so many ms. */
  wait(ms: number): Waiting;
};

/**
 * Temporary files in a place. Their folders carry the person's and the run's number in their names.
 */
export function temporaryFiles({ folder, pid, isRunning, wait }: Place): TemporaryFiles {
  const { uid } = os.userInfo();
  const own = `sandali-ops-${uid}-`;
  const remove = (name: string) => fs.rmSync(name, { recursive: true, force: true });
  return {
    async show({ name, bytes, keptMs }, onWritten) {
      // Listening comes first: a Ctrl-C right after the file is written must find somebody.
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
        if (run !== undefined && !isRunning(Number(run)) && isOf(path.join(folder, entry), uid))
          remove(path.join(folder, entry));
      }
    },
  };
}

/**
 * Whether an entry is this person's own: in a folder for everybody, others may give theirs any
 * name.
 */
function isOf(name: string, uid: number): boolean {
  return fs.lstatSync(name, { throwIfNoEntry: false })?.uid === uid;
}

function entriesOf(folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return []; // a folder that cannot be read holds nothing of ours
  }
}

type Env = Record<string, string | undefined>;

/**
 * The person's own folder in memory where the system gives one, else the one for temporary files.
 */
export function placeOf(env: Env): string {
  const inMemory = env.XDG_RUNTIME_DIR;
  return inMemory && fs.statSync(inMemory, { throwIfNoEntry: false })?.isDirectory()
    ? inMemory
    : os.tmpdir();
}

/** Whether a process with this id runs, of any user. */
export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Waits for Enter at the program's input, for a signal, or for the time to be over. An input that
 * ends says nothing.
 */
export function waitForPerson(ms: number): Waiting {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const done = () => resolve();
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
