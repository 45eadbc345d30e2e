// The processes of the rehearsal: the server, the commands of the backup, and a gateway that only
// counts who connects.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as net from 'node:net';
import * as path from 'node:path';
import { type Program, startProgram } from '@sandali/server/testing/program.ts';

const [startMs, askMs] = [180_000, 20_000];
const fileOf = (name: string) => path.join(import.meta.dirname, '../../../../server/src', name);

/** Starts a server. */
export async function startServer(env: NodeJS.ProcessEnv): Promise<Program> {
  return await startProgram(fileOf('main.ts'), env, startMs);
}

/** Starts `npm run backup -- …` without npm. */
function startBackup(args: readonly string[], env: NodeJS.ProcessEnv) {
  const node = ['--disable-warning=ExperimentalWarning', fileOf('backup.ts'), ...args];
  const child = spawn(process.execPath, node, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const closed = once(child, 'close').then(([code]) => ({ code, output: output.trim() }));
  return { child, closed };
}

/** Runs a command of the backup to its end. @throws with its output if it fails */
export async function runBackup(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { code, output } = await startBackup(args, env).closed;
  if (code !== 0) throw new Error(`backup ${args[0]} ended with ${code}: ${output}`);
  return output;
}

/** Starts `backup follow`. @returns a function that ends it and waits for that */
export function follow(env: NodeJS.ProcessEnv): () => Promise<void> {
  const { child, closed } = startBackup(['follow'], env);
  return async () => {
    child.kill('SIGTERM');
    await closed;
  };
}

/** Asks a server by JSON: its sandbox, or its staff listener with the key of its data folder. */
export async function askJson<T>(url: string, body?: unknown, dataDir?: string) {
  const key = dataDir && fs.readFileSync(path.join(dataDir, 'keys/ops.key'), 'utf8').trim();
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key && { authorization: `Bearer ${key}`, 'x-ops-user': 'battery' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(askMs),
  });
  return { status: answer.status, data: (await answer.json()) as T };
}

/** Asks the sandbox of a server. @throws if it refuses */
export async function askSandbox<T>({ at }: Program, what: string, body?: unknown): Promise<T> {
  const { status, data } = await askJson<T>(
    `http://127.0.0.1:${at.port}/sandbox/api/${what}`,
    body,
  );
  if (status !== 200) throw new Error(`${what} answered ${status}: ${JSON.stringify(data)}`);
  return data;
}

/** Runs a staff command, such as 'switch/off'. It does not throw for a refusal. */
export async function askOps<T>(program: Program, dataDir: string, what: string, input: object) {
  const body = { input, reason: 'a rehearsal of a restore' };
  return await askJson<T>(`http://127.0.0.1:${program.at.opsPort}/ops/${what}`, body, dataDir);
}

/** Opens a gateway that ends each connection and counts it. */
export async function openTrap(stack: AsyncDisposableStack) {
  const trap = { url: '', connections: 0 };
  const server = net.createServer((socket) => {
    trap.connections += 1;
    socket.destroy();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  stack.defer(() => {
    server.close();
  });
  trap.url = `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
  return trap;
}
