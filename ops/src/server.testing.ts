// For tests: a server that declares all commands like the real one and returns the response that a
// test sets.
import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { allCommands } from '@sandali/server/app.ts';
import { declarationOf } from '@sandali/server/commands/command.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { checkout } from './local.ts';
import { type Environment, run } from './run.ts';
import { noFiles } from './testing.ts';

export const serverCommands = allCommands;
export const declared = allCommands.map(declarationOf);

type SentRequest = { url: string | undefined; headers: http.IncomingHttpHeaders; body: unknown };

/** Starts a server for the tests in a file, and returns a command line for it. */
export function fakeServer() {
  const state = {
    requests: [] as SentRequest[],
    answer: { status: 200, body: { data: {} as unknown } as object },
    isCutOff: false,
    declared,
  };
  const server = http.createServer(async (request, response) => {
    const text = Buffer.concat(await Array.fromAsync(request)).toString();
    const { status, body } = state.answer;
    if (request.method === 'GET') {
      return void response
        .writeHead(status === 401 ? 401 : 200)
        .end(JSON.stringify(status === 401 ? body : { data: { commands: state.declared } }));
    }
    state.requests.push({ url: request.url, headers: request.headers, body: JSON.parse(text) });
    if (state.isCutOff) return void response.writeHead(200).write('half', () => response.destroy());
    response.writeHead(status).end(JSON.stringify(shownAt(request.url ?? '', body)));
  });
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => server.close());
  beforeEach(() => {
    state.requests = [];
    state.answer = { status: 200, body: { data: {} } };
    state.isCutOff = false;
    state.declared = declared;
  });

  async function type(args: readonly string[], more: Partial<Environment> = {}) {
    const [printed, complained]: [string[], string[]] = [[], []];
    const exitCode = await run(args, {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      key: { key: 'k' },
      user: 'ana',
      nowMs: () => Date.parse('2026-12-01T00:00:00Z'),
      client: checkout,
      temporary: noFiles,
      print: (line) => printed.push(line),
      complain: (line) => complained.push(line),
      ...more,
    });
    return { exitCode, printed: printed.join('\n'), complained: complained.join('\n') };
  }
  const says = (data: unknown) => {
    state.answer = { status: 200, body: { data } };
  };
  return { state, says, type };
}

/** Returns a response in the form that the command shows. */
function shownAt(url: string, body: object): object {
  const command = allCommands.find(({ name }) => `/ops/${name.replaceAll(' ', '/')}` === url);
  return command && command.shows.declared.as !== 'file' && 'data' in body
    ? { ...body, shown: command.shows.show(body.data) }
    : body;
}
