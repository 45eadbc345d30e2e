// Requests to the server: listing its commands, and running one.
import * as fs from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type DeclaredCommand, keyEndsHeader, type Shown } from '@sandali/contract/commands.ts';
import type { FoundKey } from './key.ts';
import { request } from './request.ts';
import { plain } from './table.ts';

export const exitCodes = { done: 0, declined: 1, typedWrongly: 2, noServer: 3 } as const;

export type Server = {
  /** The URL of the ops API, without a trailing slash. */
  url: string;
  /** The trusted certificates; undefined means the system's certificates. */
  ca?: string | undefined;
  key: FoundKey;
  /** The name of the person who runs the command. */
  user: string;
};

/** Why a request failed. `isServer` is false if no server could be reached with a valid key. */
export type NoAnswer = { wrong: string; isServer: boolean };

const declarationsMs = 20_000;

/** `keyEndsAt` is null unless the key expires within 14 days. */
export type Declarations = { commands: DeclaredCommand[]; keyEndsAt: string | null };

export async function declarationsOf(server: Server): Promise<Declarations | NoAnswer> {
  const answer = await send(server, '/ops', { timeoutMs: declarationsMs });
  if ('wrong' in answer) return answer;
  const body = await bodyOf<{ commands: DeclaredCommand[] }>(answer);
  if ('wrong' in body) return body;
  return { ...body.data, keyEndsAt: answer.headers.get(keyEndsHeader) };
}

export type Asked = { input: unknown; reason: string | undefined; reveal?: true };

/** The parts of a command's declaration that a request needs. */
type Called = Pick<DeclaredCommand, 'name' | 'timeoutMs'>;

/** Runs a command on the server. */
export async function ask(
  server: Server,
  command: Called,
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

async function post(server: Server, command: Called, body: Asked): Promise<Response | NoAnswer> {
  return await send(server, `/ops/${command.name.replaceAll(' ', '/')}`, {
    body: JSON.stringify(body),
    timeoutMs: command.timeoutMs,
  });
}

async function send(
  { url, ca, key, user }: Server,
  at: string,
  of: { body?: string; timeoutMs: number },
): Promise<Response | NoAnswer> {
  if ('wrong' in key) return { wrong: key.wrong, isServer: false };
  const headers = {
    authorization: `Bearer ${key.key}`,
    'content-type': 'application/json',
    'x-ops-user': user.replace(/[^\w.@-]/g, '').slice(0, 60),
  };
  const answer = await request(`${url}${at}`, { ...of, ca, headers });
  return 'wrong' in answer ? { ...answer, isServer: false } : answer;
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
