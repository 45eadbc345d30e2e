// Runs the whole server as a child process on free ports, for tests that need the complete server
// or kill it, and runs commands to their end.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Listening } from '#/http/listen.ts';

const nodeFlags = ['--disable-warning=ExperimentalWarning'];
/** Lets the system choose free ports. The server derives ORIGIN from its port. */
const anyPorts = { PORT: '0', HOOK_PORT: '0', OPS_PORT: '0', BANK_PORT: '0', ORIGIN: '' };

export type Program = {
  child: ChildProcess;
  /** The server's addresses, which change with each start. */
  at: Listening;
  /** Sends a signal, by default SIGTERM, and waits for the exit. May be called again. */
  stop(signal?: NodeJS.Signals): Promise<void>;
};

/**
 * Starts a file that runs the server, and waits until it is ready. `fixed` replaces free ports and
 * the derived ORIGIN.
 * @throws with its last output if it exits or is not ready in time.
 */
export async function startProgram(
  file: string,
  env: NodeJS.ProcessEnv,
  withinMs: number,
  fixed: NodeJS.ProcessEnv = {},
): Promise<Program> {
  const child = spawn(process.execPath, [...nodeFlags, file], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...env, ...anyPorts, ...fixed },
  });
  let lastOutput = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastOutput = (lastOutput + text).slice(-2_000);
  });
  const closed = once(child, 'close');
  const earlyEnd = closed.then(([code, signal]) => {
    throw new Error(`it ended at once (${code ?? signal})`);
  });
  try {
    const ready = once(child, 'message', { signal: AbortSignal.timeout(withinMs) });
    const [{ listening: at }] = (await Promise.race([ready, earlyEnd])) as [
      { listening: Listening },
    ];
    return {
      child,
      at,
      async stop(signal = 'SIGTERM') {
        child.kill(signal);
        await closed;
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    await closed;
    throw new Error(`the server did not start: ${lastOutput.trim() || (error as Error).message}`);
  }
}

/** Starts a file that ends by itself or at a signal. `closed` resolves with all that it printed. */
export function runFile(file: string, env: NodeJS.ProcessEnv, args: readonly string[] = []) {
  const child = spawn(process.execPath, [...nodeFlags, file, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const closed = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    output: output.trim(),
  }));
  return { child, closed };
}
