// The processes of the rehearsal: the server, the backup commands, and a gateway that only counts
// connections.
import { once } from 'node:events';
import * as net from 'node:net';
import * as path from 'node:path';
import { type Program, runFile, startProgram } from '@sandali/server/testing/program.ts';

const startMs = 180_000;
const fileOf = (name: string) => path.join(import.meta.dirname, '../../../../server/src', name);

/** Starts a server. */
export async function startServer(env: NodeJS.ProcessEnv): Promise<Program> {
  return await startProgram(fileOf('main.ts'), env, startMs);
}

/** Runs `npm run backup -- …` without npm. @throws with its output if it fails */
export async function runBackup(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { code, output } = await runFile(fileOf('backup.ts'), env, args).closed;
  if (code !== 0) throw new Error(`backup ${args[0]} ended with ${code}: ${output}`);
  return output;
}

/** Starts `backup follow`. @returns a function that stops it and waits for its end */
export function follow(env: NodeJS.ProcessEnv): () => Promise<void> {
  const { child, closed } = runFile(fileOf('backup.ts'), env, ['follow']);
  return async () => {
    child.kill('SIGTERM');
    await closed;
  };
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
