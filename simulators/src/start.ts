import { type ChildProcessByStdio, spawn } from 'node:child_process';
import * as path from 'node:path';
import * as readline from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { CodeLimits } from './repayments.ts';

export interface StartOptions {
  /** The folder of `journal.jsonl` and `settlement-report.jsonl`, created if missing. */
  folder: string;
  /** The URL that receives the webhooks. */
  hookUrl: string;
  /** The shared secret: the bearer token of calls and the `x-callback-token` of webhooks. */
  token: string;
  /** Business time minus wall time. */
  offsetMs: number;
  /** Wall time from accepting a payout to paying it; 1,500 ms by default. */
  payDelayMs?: number;
  /** The port to listen on; 0, the default, means any free port. */
  port?: number;
  /** The client's balance at the first start; 100 million pesos by default. */
  floatCentavos?: number;
  /** Limits for one payment, by channel; channels that are not listed accept any amount. */
  codeLimits?: CodeLimits;
}

export interface RunningBank {
  /** `http://127.0.0.1:<port>` */
  url: string;
  pid: number;
  /** Sets the offset of business time from wall time. */
  setOffset(offsetMs: number): Promise<void>;
  /** Stops the process and waits until it has exited. May be called again. */
  stop(): Promise<void>;
  /** Resolves to the exit code when the process exits; to null if a signal ended it. */
  ended: Promise<number | null>;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const readyMs = 20_000;
const stopMs = 5_000;
const callMs = 5_000;

/**
 * Starts the bank simulator as a child process that exits with this one. Waits until it listens.
 * Passes the token through a pipe, because process lists show arguments.
 * @throws with the simulator's error message if it cannot start.
 */
export async function startBankSimulator(options: StartOptions): Promise<RunningBank> {
  const child: Child = spawn(process.execPath, commandLine(options), {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((done) =>
    child.once('close', (code) => done(code)).once('error', () => done(null)),
  );
  child.stdin.on('error', () => {}); // `ended` reports a child that has exited
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
        throw new Error(`The bank simulator did not set the clock: ${answer.status}.`);
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
  let errorText = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorText = (errorText + text).slice(-2_000);
  });
  const listening = new Promise<number>((done, fail) => {
    readline.createInterface({ input: child.stdout }).on('line', (line) => {
      const port = portIn(line);
      if (port !== null) done(port);
    });
    setTimeout(() => fail(new Error('The bank simulator did not start in time.')), readyMs).unref();
  });
  const gone = ended.then((code) => {
    throw new Error(errorText.trim() || `The bank simulator exited at the start (${code}).`);
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
  const match = /^\{"listening":(\d{1,5})\}$/.exec(line);
  return match ? Number(match[1]) : null;
}
