// A listener on a port: open from the start, so that its port is known and reserved before anything
// depends on it; it answers once it has a handler, refuses slow and endless clients, and ends its
// connections when it closes.
import type { Server } from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { CannotStart } from '#/platform/cannot-start.ts';
import type { Log } from '#/platform/log.ts';
import { readTls, reloadTlsOnChange, type TlsFiles } from './tls.ts';

/**
 * Port 0 is any free one. `name` is the variable to change if the port cannot be used, `hostName`
 * (HOST by default) if the address cannot.
 */
export type Listener = { host: string; port: number; name: string; hostName?: string };
type Ports = { host: string; port: number; hookPort: number; opsHost?: string; opsPort: number };
type Fetch = (request: Request, env?: unknown) => Response | Promise<Response>;

export type Door = {
  /** The port that was really opened. */
  port: number;
  /** Answers with this from now on; before, every request gets 503. */
  serve(fetch: Fetch): void;
  /** Settles when the last answer has been given. May be called again. */
  close(): Promise<void>;
};

/**
 * Where a server listens: sent to the program that started it over the IPC channel, as `{ listening
 * }`, once all is ready.
 */
export type Listening = { origin: string; port: number; hookPort: number; opsPort: number };

/**
 * How much one client may hold. One address of a carrier is shared by hundreds of phones, each with
 * a connection or two; behind our own proxies all clients share an address, so that the proxies
 * must limit them (`connectionsPerAddress: null`).
 */
export type Limits = {
  headersTimeoutMs: number;
  requestTimeoutMs: number;
  connectionsPerAddress: number | null;
};
export const usualLimits: Limits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 35_000,
  connectionsPerAddress: 2000,
};
/**
 * Of borrowers, whose photos may come as slowly as bodies.ts takes them: it ends what hardly comes
 * long before.
 */
export const borrowersLimits: Limits = { ...usualLimits, requestTimeoutMs: 300_000 };
/** How often it is looked whether a client has taken too long. */
const lookEveryMs = 1000;

/** All headers of a request together. */
const headerBytes = 8 * 1024;
const notYet: Fetch = () =>
  new Response('Not ready yet.\n', { status: 503, headers: { 'retry-after': '5' } });

/**
 * Begins to listen, with TLS where files are given.
 * @throws CannotStart with one sentence when that cannot be.
 */
export async function openDoor(
  at: Listener,
  tls: (TlsFiles & { log: Log }) | null = null,
  { headersTimeoutMs, requestTimeoutMs, connectionsPerAddress }: Limits = usualLimits,
): Promise<Door> {
  const pair = tls && readTls(tls);
  let answer = notYet;
  const fetch: Fetch = (request, env) => (hasTwoHosts(env) ? twoHosts() : answer(request, env));
  const serverOptions = { maxHeaderSize: headerBytes, connectionsCheckingInterval: lookEveryMs };
  const server = createAdaptorServer(
    pair
      ? {
          fetch,
          createServer: https.createServer,
          serverOptions: { ...pair, minVersion: 'TLSv1.2', ...serverOptions },
        }
      : { fetch, serverOptions },
  ) as Server;
  if (connectionsPerAddress !== null) capConnections(server, connectionsPerAddress);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(whyNot(error, at)));
    server.listen(at.port, at.host, resolve);
  });
  server.requestTimeout = requestTimeoutMs;
  server.headersTimeout = headersTimeoutMs;
  server.maxRequestsPerSocket = 1000;
  // Longer than a proxy or a phone keeps a connection idle (60 s is usual), so that it is they who
  // close it: a request that is on its way while we close would be lost. A page that asks again
  // needs no new handshake either.
  server.keepAliveTimeout = 75_000;
  const unfollow =
    tls && pair ? reloadTlsOnChange(server as https.Server, tls, pair, tls.log) : () => {};
  return {
    port: (server.address() as AddressInfo).port,
    serve(fetch) {
      answer = fetch;
    },
    async close() {
      unfollow();
      const idle = setInterval(() => server.closeIdleConnections(), 100);
      await new Promise((resolve) => server.close(resolve));
      clearInterval(idle);
    },
  };
}

/** Lets go of what an address opens above its share, unanswered. */
function capConnections(server: Server, most: number): void {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (open.get(address) ?? 0) + 1;
    if (count > most) return void socket.destroy();
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}

/** A request that names two hosts means one thing to a proxy and another to us (RFC 9112, 3.2). */
function hasTwoHosts(env: unknown): boolean {
  const names =
    (env as { incoming?: { rawHeaders?: string[] } } | undefined)?.incoming?.rawHeaders?.filter(
      (_, place) => place % 2 === 0,
    ) ?? [];
  return names.filter((name) => name.toLowerCase() === 'host').length > 1;
}

const twoHosts: () => Response = () =>
  new Response('Name one host.\n', { status: 400, headers: { connection: 'close' } });

/** The listeners of a program, in the order in which a person would ask for them. */
export function listeners({
  host,
  port,
  hookPort,
  opsHost = '127.0.0.1',
  opsPort,
}: Ports): Record<'borrowers' | 'hooks' | 'ops', Listener> {
  const follower = (own: string, at: number, more: number) =>
    at === port + more ? `PORT (this one follows it) or ${own}` : own;
  return {
    borrowers: { host, port, name: 'PORT' },
    hooks: { host: '127.0.0.1', port: hookPort, name: follower('HOOK_PORT', hookPort, 1) },
    ops: {
      host: opsHost,
      port: opsPort,
      name: follower('OPS_PORT', opsPort, 2),
      hostName: 'OPS_HOST',
    },
  };
}

/**
 * Looks, one after the other, whether each could listen, before any long work begins.
 * @throws CannotStart for the first that could not.
 */
export async function tryPorts(all: Listener[]): Promise<void> {
  for (const at of all) await (await openDoor(at)).close();
}

/** The error of a listener as a sentence, where a person can do something about it. */
function whyNot(
  error: NodeJS.ErrnoException,
  { host, port, name, hostName = 'HOST' }: Listener,
): Error {
  if (error.code === 'EADDRINUSE')
    return new CannotStart(`Port ${port} on ${host} is taken. Set ${name} to another one.`);
  if (error.code === 'EACCES')
    return new CannotStart(
      `Port ${port} may not be opened by this user. Set ${name} to another one.`,
    );
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(error.code ?? ''))
    return new CannotStart(
      `${hostName}=${host} is no address of this machine. Set ${hostName} to one that is, or leave it out.`,
    );
  return error;
}
