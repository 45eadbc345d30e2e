// Asks a server by JSON: its sandbox, and its staff listener with the machine's own key.
import * as fs from 'node:fs';
import * as path from 'node:path';

const askMs = 20_000;

/** Asks by POST if there is a body. @throws if the answer is not JSON */
async function askJson<T>(
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; data: T }> {
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(askMs),
  });
  const text = await answer.text();
  if (!answer.headers.get('content-type')?.includes('json'))
    throw new Error(`${new URL(url).pathname} answered ${answer.status}: ${text}`);
  return { status: answer.status, data: JSON.parse(text) as T };
}

/** Asks the sandbox on a port, such as for 'pay'. @throws if it refuses */
export async function askSandbox<T>(port: number, what: string, body?: unknown): Promise<T> {
  return await askSandboxAt(`http://127.0.0.1:${port}`, what, body);
}

/** Asks the sandbox of a server at an address. @throws if it refuses */
export async function askSandboxAt<T>(origin: string, what: string, body?: unknown): Promise<T> {
  const { status, data } = await askJson<T>(`${origin}/sandbox/api/${what}`, body);
  if (status >= 300) throw new Error(`${what} answered ${status}: ${JSON.stringify(data)}`);
  return data;
}

/** The staff listener of a server, and the folder with its keys. */
export type StaffPlace = { opsPort: number; dataDir: string };

/** Runs a staff command, such as 'switch/off'. Does not throw if the server refuses it. */
export async function askOps<T>(
  { opsPort, dataDir }: StaffPlace,
  command: string,
  input: unknown,
  reason: string,
): Promise<{ status: number; data: T }> {
  const key = fs.readFileSync(path.join(dataDir, 'keys/ops.key'), 'utf8').trim();
  return await askJson<T>(
    `http://127.0.0.1:${opsPort}/ops/${command}`,
    { input, reason },
    { authorization: `Bearer ${key}`, 'x-ops-user': 'battery' },
  );
}

/** Runs a staff command. @throws if the server refuses it */
export async function mustOps(
  place: StaffPlace,
  command: string,
  input: unknown,
  reason: string,
): Promise<unknown> {
  const { status, data } = await askOps(place, command, input, reason);
  if (status >= 300) throw new Error(`${command} answered ${status}: ${JSON.stringify(data)}`);
  return data;
}
