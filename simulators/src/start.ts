import { type ChildProcessByStdio, spawn } from 'node:child_process';
import * as path from 'node:path';
import * as readline from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { CodeLimits } from './repayments.ts';

export interface StartOptions {
  /** Where the bank keeps `journal.jsonl` and `settlement-report.jsonl`; made when missing. */
  folder: string;
  /** Where its webhooks go. */
  hookUrl: string;
  /** The secret both ways: the bearer of every call, and `x-callback-token` of every webhook. */
  token: string;
  /** Business time less wall time. */
  offsetMs: number;
  /** Wall time from accepting a payout to paying it; 1,500 by default. */
  payDelayMs?: number;
  /** 0, the default, takes any free port. */
  port?: number;
  /** What the client holds with the bank at its very first start; 100 million pesos by default. */
  floatCentavos?: number;
  /**
   * What each channel takes in one payment; a code for more or less is refused. Any amount by
   * channels that are not named.
   */
  codeLimits?: CodeLimits;
}

export interface RunningBank {
  /** `http://127.0.0.1:<port>` */
  url: string;
  pid: number;
  /** Sets how far the bank's business time is from wall time. */
  setOffset(offsetMs: number): Promise<void>;
  /** Ends the program and waits until it has gone. May be called again. */
  stop(): Promise<void>;
  /**
   * Settles when the program has gone, asked or not: with its exit code, or null after a signal.
   */
  ended: Promise<number | null>;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const readyMs = 20_000;
const stopMs = 5_000;
const callMs = 5_000;

/**
 * Starts the bank simulator as a child that dies with this process, and waits until it listens.
 * Throws with the program's own sentence when it cannot start. The token is sent over the pipe, so
 * that it is in no process list.
 */
export async function startBankSimulator(options: StartOptions): Promise<RunningBank> {
  const child: Child = spawn(process.execPath, commandLine(options), {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((done) =>
    child.once('close', (code) => done(code)).once('error', () => done(null)),
  );
  child.stdin.on('error', () => {}); // a child that has gone says so by `ended`
  child.stdin.write(`${options.token}\n`);
  const url = `http://127.0.0.1:${await listeningPort(child, ended)}`;
  return {
    url,
    pid: child.pid ?? 0,
    async setOffset(offsetMs) {
      const answer = await fetch(`${url}/control/clock`, {
        method: 'POST',
        headers: { authorization: `Bearer ${options.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ offsetMs }),
        signal: AbortSignal.timeout(callMs),
      });
      if (!answer.ok)
        throw new Error(`the bank simulator did not take the new time: ${answer.status}`);
    },
    async stop() {
      child.stdin.end();
      const force = setTimeout(() => child.kill('SIGKILL'), stopMs);
      await ended;
      clearTimeout(force);
    },
    ended,
  };
}

function commandLine(options: StartOptions): string[] {
  const { folder, hookUrl, offsetMs, payDelayMs, port, floatCentavos, codeLimits } = options;
  const args = [
    path.join(import.meta.dirname, 'main.ts'),
    '--with-parent',
    `--folder=${folder}`,
    `--hook-url=${hookUrl}`,
  ];
  args.push(`--offset-ms=${offsetMs}`);
  if (payDelayMs !== undefined) args.push(`--pay-delay-ms=${payDelayMs}`);
  if (port !== undefined) args.push(`--port=${port}`);
  if (floatCentavos !== undefined) args.push(`--float-centavos=${floatCentavos}`);
  if (codeLimits !== undefined) args.push(`--code-limits=${JSON.stringify(codeLimits)}`);
  return args;
}

async function listeningPort(child: Child, ended: Promise<number | null>): Promise<number> {
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2_000);
  });
  const listening = new Promise<number>((done, fail) => {
    readline.createInterface({ input: child.stdout }).on('line', (line) => {
      const port = portIn(line);
      if (port !== null) done(port);
    });
    setTimeout(() => fail(new Error('The bank simulator was not ready in time.')), readyMs).unref();
  });
  const gone = ended.then((code) => {
    throw new Error(complaint.trim() || `The bank simulator ended at once (${code}).`);
  });
  try {
    return await Promise.race([listening, gone]);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    gone.catch(() => {});
    listening.catch(() => {});
  }
}

function portIn(line: string): number | null {
  const found = /^\{"listening":(\d{1,5})\}$/.exec(line);
  return found ? Number(found[1]) : null;
}
