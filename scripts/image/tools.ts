// What each part of the check of the image uses: a folder that its end removes, and programs.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as net from 'node:net';
import * as os from 'node:os';
import * as path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export const root = path.join(import.meta.dirname, '../..');
export const deploy = path.join(root, 'deploy');
export const image = 'localhost/sandali:checked';
/** The user of the image. */
export const user = '10001';

export const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-image-')));
fs.chmodSync(folder, 0o755);
export const undo: (() => unknown)[] = [() => fs.rmSync(folder, { recursive: true, force: true })];
export const inFolder = (name: string) => path.join(folder, name);

/** A program that runs, and the end of what it printed. */
export type Running = { child: ChildProcess; output: () => string };

/** Runs a program to its end. @throws Error with its last output if it fails */
export function sh(program: string, args: readonly string[], cwd = root): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status === 0) return stdout;
  const output = `${stdout}${stderr}${error?.message ?? ''}`.trim().slice(-1500);
  throw new Error(`${program} ${args.slice(0, 3).join(' ')} … failed: ${output}`);
}

export function has(program: string): boolean {
  return !spawnSync(program, ['--version']).error;
}

export function skip(what: string, reason: string): false {
  console.log(`skipped: ${what}, because ${reason}`);
  return false;
}

export function check(isRight: boolean, sentence: string): void {
  if (!isRight) throw new Error(`Not so: ${sentence}`);
  console.log(`  ${sentence}`);
}

/** Starts a program and stops it when this script ends. */
export function background(
  command: readonly string[],
  signal: NodeJS.Signals = 'SIGTERM',
): Running {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (more: string) => {
      text = (text + more).slice(-3000);
    });
  undo.push(() => end(child, signal));
  return { child, output: () => text };
}

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  child.kill(signal);
  await once(child, 'close');
  return child.exitCode;
}

export async function until(
  what: string,
  isSo: () => Promise<boolean>,
  program?: Running,
): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (await isSo()) return;
    if (program && program.child.exitCode !== null) break;
    await wait(200);
  }
  throw new Error(`Not so: ${what}. ${program?.output() ?? ''}`);
}

export async function answers(url: string): Promise<boolean> {
  return await fetch(url).then(
    ({ status }) => status === 200,
    () => false,
  );
}

export async function freePorts(howMany: number): Promise<number[]> {
  const servers = Array.from({ length: howMany }, () => net.createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as net.AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return ports;
}
