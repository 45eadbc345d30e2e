// Requests to the server: listing its commands, and running one.
import * as fs from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DeclaredCommand, Shown } from '@sandali/contract/commands.ts';
import type { FoundKey } from './key.ts';
import { plain } from './table.ts';

export const exitCodes = { done: 0, declined: 1, typedWrongly: 2, noServer: 3 } as const;

export type Server = {
  /** The URL of the ops API, without a trailing slash. */
  url: string;
  key: FoundKey;
  /** The name of the person who runs the command. */
  user: string;
};

/**
 * Returns the URL of the ops API from the server's environment variables: host OPS_HOST or this
 * machine, port OPS_PORT or PORT + 2. Returns an error message if they are invalid.
 */
export function opsUrl(
  env: Record<string, string | undefined>,
): { url: string } | { wrong: string } {
  const name = env.OPS_PORT ? 'OPS_PORT' : 'PORT';
  const port = env[name] || '8080';
  if (!/^[1-9]\d{0,4}$/.test(port) || Number(port) > 65_535)
    return { wrong: `${name} must be a whole number from 1 to 65535, not "${port}".` };
  // If the server listens on every address of its machine, call it on 127.0.0.1.
  const host =
    !env.OPS_HOST || env.OPS_HOST === '0.0.0.0' || env.OPS_HOST === '::'
      ? '127.0.0.1'
      : env.OPS_HOST;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${Number(port) + (name === 'PORT' ? 2 : 0)}`,
  };
}

/** Why a request failed. `isServer` is false if no server could be reached with a valid key. */
export type NoAnswer = { wrong: string; isServer: boolean };

const declarationsMs = 20_000;

export async function declarationsOf(server: Server): Promise<DeclaredCommand[] | NoAnswer> {
  const answer = await send(server, '/ops', { signal: AbortSignal.timeout(declarationsMs) });
  if ('wrong' in answer) return answer;
  const body = await bodyOf<{ commands: DeclaredCommand[] }>(answer);
  return 'wrong' in body ? body : body.data.commands;
}

export type Asked = { input: unknown; reason: string | undefined; reveal?: true };

/** Runs a command on the server. */
export async function ask(
  server: Server,
  command: DeclaredCommand,
  body: Asked,
): Promise<{ data: unknown; shown: Shown } | NoAnswer> {
  const answer = await post(server, command, body);
  return 'wrong' in answer ? answer : await bodyOf<unknown>(answer);
}

/**
 * Runs a command and streams the response to a new file that only its owner can read. Removes a
 * partial file.
 * @returns the size in bytes
 */
export async function save(
  server: Server,
  command: DeclaredCommand,
  body: Asked,
  file: string,
): Promise<number | NoAnswer> {
  const answer = await post(server, command, body);
  if ('wrong' in answer) return answer;
  if (!answer.ok) return (await bodyOf(answer)) as NoAnswer;
  if (!answer.body) return { wrong: 'The server sent nothing.', isServer: true };
  try {
    fs.closeSync(fs.openSync(file, 'wx', 0o600));
  } catch {
    await answer.body.cancel();
    return { wrong: `${file} exists already, or cannot be created.`, isServer: true };
  }
  try {
    await pipeline(Readable.fromWeb(answer.body as never), fs.createWriteStream(file));
  } catch {
    fs.rmSync(file, { force: true });
    return { wrong: 'The answer was cut off, so the file was deleted.', isServer: true };
  }
  return fs.statSync(file).size;
}

async function post(
  server: Server,
  command: DeclaredCommand,
  body: Asked,
): Promise<Response | NoAnswer> {
  return await send(server, `/ops/${command.name.replaceAll(' ', '/')}`, {
    method: 'POST',
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(command.timeoutMs),
  });
}

async function send(
  { url, key, user }: Server,
  at: string,
  request: RequestInit,
): Promise<Response | NoAnswer> {
  if ('wrong' in key) return { wrong: key.wrong, isServer: false };
  const headers = {
    authorization: `Bearer ${key.key}`,
    'content-type': 'application/json',
    'x-ops-user': user,
  };
  try {
    return await fetch(`${url}${at}`, { ...request, headers, redirect: 'error' });
  } catch {
    return {
      wrong: `No server answers at ${url}. Is it running, and is OPS_PORT the same?`,
      isServer: false,
    };
  }
}

async function bodyOf<D>(answer: Response): Promise<{ data: D; shown: Shown } | NoAnswer> {
  const body = (await answer.json().catch(() => null)) as {
    data?: D;
    shown?: Shown;
    wrong?: string;
  } | null;
  if (answer.status === 401)
    return {
      wrong: `The server did not accept the key. ${plain(body?.wrong ?? '')}`.trim(),
      isServer: false,
    };
  if (answer.ok && body && 'data' in body) return { data: body.data as D, shown: body.shown ?? {} };
  return {
    wrong: plain(body?.wrong ?? `The server answered with status ${answer.status}.`),
    isServer: true,
  };
}
