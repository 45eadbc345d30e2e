// The processes of a cluster. Each can be killed, stopped, paused and started again.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { PostgresUser } from '@sandali/server/db/data-folder.ts';

export type Wish = {
  /** The name of the process and of its log file. */
  name: string;
  command: readonly string[];
  env?: NodeJS.ProcessEnv;
  /** The user that runs it; by default ours. */
  user?: PostgresUser;
  /** The signal that ends it in an orderly way. */
  endsBy?: NodeJS.Signals;
  /** Whether the process does its work. */
  isUp(): Promise<boolean>;
};

/** Processes that a sudden end of this one must not leave behind. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

const lookMs = 200;
const endMs = 60_000;

export class Process {
  readonly name: string;
  readonly isUp: () => Promise<boolean>;
  readonly #wish: Wish;
  readonly #log: string;
  #child: ChildProcess | null = null;

  /** Does not start it yet. Its output goes to NAME.log in `folder`. */
  constructor(folder: string, wish: Wish) {
    this.name = wish.name;
    this.isUp = wish.isUp;
    this.#wish = wish;
    this.#log = path.join(folder, `${wish.name}.log`);
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Starts it without waiting until it is up. */
  start(): void {
    const { command, env, user } = this.#wish;
    const [program = '', ...args] = command;
    const log = fs.openSync(this.#log, 'a');
    this.#child = spawn(program, args, {
      ...user,
      // Ctrl-C at a terminal must reach only the process that ends the others in order.
      detached: true,
      cwd: '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC', ...env },
      stdio: ['ignore', log, log],
    });
    fs.closeSync(log);
    const child = this.#child;
    running.add(child);
    child.on('close', () => running.delete(child));
    child.on('error', (error) => fs.appendFileSync(this.#log, `${error}\n`));
  }

  /** Waits until it is up. @throws with the end of its log if it ends first, or takes too long */
  async ready(withinMs = 60_000): Promise<void> {
    const endsAtMs = performance.now() + withinMs;
    while (!(await this.isUp())) {
      if (this.hasEnded || performance.now() > endsAtMs)
        throw new Error(`${this.name} is not up: ${this.lastOutput()}`);
      await wait(lookMs);
    }
  }

  get hasEnded(): boolean {
    return !this.#child || this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  lastOutput(): string {
    return fs.existsSync(this.#log) ? fs.readFileSync(this.#log, 'utf8').trim().slice(-1500) : '';
  }

  /** Sends a signal that does not end it, such as SIGSTOP. */
  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Ends it and waits. Kills it if it has not ended after a minute. */
  async end(signal: NodeJS.Signals = this.#wish.endsBy ?? 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (!child || this.hasEnded) return;
    const closed = once(child, 'exit');
    child.kill('SIGCONT');
    child.kill(signal);
    const force = setTimeout(() => child.kill('SIGKILL'), endMs);
    await closed;
    clearTimeout(force);
  }
}

/** Whether an address answers with status 200. */
export async function answersOk(url: string, method = 'GET'): Promise<boolean> {
  return await fetch(url, { method, signal: AbortSignal.timeout(3000) }).then(
    ({ status }) => status === 200,
    () => false,
  );
}
