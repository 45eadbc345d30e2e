// The whole product as a child process that takes any free ports and reports them, for tests that
// need all of it or kill it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Listening } from '#/http/listen.ts';

/**
 * No test chooses a port: what was free a moment ago may be taken now. The address that people open
 * follows from the port.
 */
const anyPorts = { PORT: '0', HOOK_PORT: '0', OPS_PORT: '0', BANK_PORT: '0', ORIGIN: '' };

export type Program = {
  child: ChildProcess;
  /** Where it listens; another start listens elsewhere. */
  at: Listening;
  /**
   * Ends it, by SIGTERM unless a signal is given, and waits until it has exited. May be called
   * again.
   */
  stop(signal?: NodeJS.Signals): Promise<void>;
};

/**
 * Starts a file that runs the server, and waits until it is ready.
 * @throws with what it said last where it ends before, or is not ready in time.
 */
export async function startProgram(
  file: string,
  env: NodeJS.ProcessEnv,
  withinMs: number,
): Promise<Program> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...env, ...anyPorts },
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000);
  });
  const gone = once(child, 'close');
  const isEnded = gone.then(([code, signal]) => {
    throw new Error(`it ended at once (${code ?? signal})`);
  });
  try {
    const ready = once(child, 'message', { signal: AbortSignal.timeout(withinMs) });
    const [{ listening: at }] = (await Promise.race([ready, isEnded])) as [
      { listening: Listening },
    ];
    return {
      child,
      at,
      async stop(signal = 'SIGTERM') {
        child.kill(signal);
        await gone;
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    await gone;
    throw new Error(`the product did not start: ${said.trim() || (error as Error).message}`);
  }
}
