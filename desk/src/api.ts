// Calls to the inside listener. The session is a cookie that scripts cannot read.
import type { DeclaredCommand, Shown } from '@sandali/contract/commands.ts';
import { deskPaths } from '@sandali/contract/desk.ts';

/** A refusal or a failure; the message is a sentence for the person at the desk. */
export class Wrong extends Error {
  override name = 'Wrong';
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** What a command is sent. */
export type CommandRequest = {
  input: Readonly<Record<string, unknown>>;
  reason?: string;
  reveal?: true;
  confirmation?: { challengeId: string; response: unknown };
};
/** A command's response. A file's response has its content in `file`. */
export type Answer = { data: unknown; shown: Shown; file?: Blob };

type Called = Pick<DeclaredCommand, 'name' | 'kind' | 'display' | 'timeoutMs'>;

const usualTimeoutMs = 20_000;
let onSignedOut = () => {};

/** Sets what happens when a call finds that the session has ended. */
export function whenSignedOut(then: () => void): void {
  onSignedOut = then;
}

/** @throws Wrong */
export async function get<D>(path: string): Promise<D> {
  return (await readJson<{ data: D }>(await send(path, { method: 'GET' }))).data;
}

/** @throws Wrong */
export async function post<D>(path: string, body: unknown): Promise<D> {
  return (await readJson<{ data: D }>(await send(path, jsonOf(body)))).data;
}

/** The ids of changes whose response was lost, by what was sent. */
const unanswered = new Map<string, string>();

/**
 * Runs a command. A change that is sent again after its response was lost keeps its id, so that the
 * server carries it out once. @throws Wrong with status 409 if it has done so
 */
export async function run(command: Called, request: CommandRequest): Promise<Answer> {
  const path = `${deskPaths.commands}/${command.name.replaceAll(' ', '/')}`;
  if (command.kind === 'look')
    return await readAnswer(command, await send(path, jsonOf(request), command));
  const { input, reason } = request;
  const sent = JSON.stringify([command.name, input, reason]);
  const act = unanswered.get(sent) ?? crypto.randomUUID();
  unanswered.set(sent, act);
  const response = await send(path, jsonOf({ ...request, act }), command);
  if (response.status < 500) unanswered.delete(sent);
  return await readAnswer(command, response);
}

async function readAnswer(command: Called, response: Response): Promise<Answer> {
  if (response.ok && command.display.as === 'file')
    return { data: null, shown: {}, file: await response.blob() };
  const { data, shown = {} } = await readJson<{ data: unknown; shown?: Shown }>(response);
  return { data, shown };
}

const jsonOf = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function send(
  path: string,
  init: RequestInit,
  { kind, timeoutMs = usualTimeoutMs }: Partial<Called> = {},
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, {
      ...init,
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch {
    // What was sent may have arrived.
    const then = kind === 'change' ? 'See what has changed, and then try again' : 'Try again';
    throw new Wrong(`The server did not answer. ${then}.`, 0);
  }
  if (response.status === 401) onSignedOut();
  return response;
}

async function readJson<B>(response: Response): Promise<B> {
  const body = (await response.json().catch(() => null)) as (B & { wrong?: string }) | null;
  if (response.ok && body) return body;
  throw new Wrong(
    body?.wrong ?? `The server answered with status ${response.status}.`,
    response.status,
  );
}

/** Returns a failure's sentence. */
export function wrongOf(error: unknown): string {
  return error instanceof Wrong ? error.message : 'The desk failed. Reload the page.';
}
