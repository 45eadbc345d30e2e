// Listens on a port. Opens the port before there is a handler, which reserves it, and disconnects
// slow clients.
import type { Server, ServerResponse } from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { CannotStart } from '#/platform/cannot-start.ts';
import type { Log } from '#/platform/log.ts';
import { readTls, reloadTlsOnChange, type TlsFiles } from './tls.ts';

/**
 * Port 0 means any free port. An error names the variable to change: `name` if the port is wrong,
 * `hostName` (HOST by default) if the address is wrong.
 */
export type Listener = { host: string; port: number; name: string; hostName?: string };
type Ports = {
  host: string;
  port: number;
  hookHost?: string;
  hookPort: number;
  opsHost?: string;
  opsPort: number;
};
type Fetch = (request: Request, env?: unknown) => Response | Promise<Response>;

export type Door = {
  port: number;
  /** The listener's IP address, even if a host name was configured. */
  address: string;
  /** Sets the handler; without one, every request gets 503. */
  serve(fetch: Fetch): void;
  /** Returns when the certificate in use expires; null without TLS. */
  certificateEndsAt(): Temporal.Instant | null;
  /** Asks clients to make no further request on their connections. */
  dismiss(): void;
  /** Resolves after the last response. May be called repeatedly. */
  close(): Promise<void>;
};

/** Returns when the first of the certificates in use expires; null without TLS. */
export function firstCertificateEnd(doors: readonly (Door | null)[]): Temporal.Instant | null {
  const ends = doors.flatMap((door) => door?.certificateEndsAt() ?? []);
  return ends.sort(Temporal.Instant.compare)[0] ?? null;
}

/** Where a ready server listens; sent to its parent process over IPC as `{ listening }`. */
export type Listening = { origin: string; port: number; hookPort: number; opsPort: number };

/**
 * Limits per client. Hundreds of phones may share a carrier's address. Behind our own proxies, all
 * clients have one address, so the proxies must set the limits (`connectionsPerAddress: null`).
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
/** Limits for borrowers, whose photos may be slow; bodies.ts aborts uploads that are too slow. */
export const borrowersLimits: Limits = { ...usualLimits, requestTimeoutMs: 300_000 };
/** How often the timeouts are checked. */
const lookEveryMs = 1000;

/** The maximum total size of a request's headers. */
const headerBytes = 8 * 1024;
const notYet: Fetch = () =>
  new Response('Not ready yet.\n', { status: 503, headers: { 'retry-after': '5' } });

/**
 * Opens a port, with TLS if certificate files are passed.
 * @throws CannotStart if the port or the address cannot be used
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
  const dismiss = dismissalOf(server);
  if (connectionsPerAddress !== null) capConnections(server, connectionsPerAddress);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(startErrorOf(error, at)));
    server.listen(at.port, at.host, resolve);
  });
  server.requestTimeout = requestTimeoutMs;
  server.headersTimeout = headersTimeoutMs;
  server.maxRequestsPerSocket = 1000;
  // Longer than the usual 60 s of proxies and phones, so that they, not we, close idle connections.
  // A request that arrives while we close its connection would be lost.
  server.keepAliveTimeout = 75_000;
  const certificate =
    tls && pair ? reloadTlsOnChange(server as https.Server, tls, pair, tls.log) : null;
  const { port, address } = server.address() as AddressInfo;
  return {
    port,
    address,
    serve(fetch) {
      answer = fetch;
    },
    certificateEndsAt: () => certificate?.endsAt() ?? null,
    dismiss,
    async close() {
      certificate?.stop();
      dismiss();
      const idle = setInterval(() => server.closeIdleConnections(), 100);
      await new Promise((resolve) => server.close(resolve));
      clearInterval(idle);
    },
  };
}

/**
 * Returns a function after which every response, also to a running request, ends its connection.
 */
function dismissalOf(server: Server): () => void {
  const running = new Set<ServerResponse>();
  let isDismissing = false;
  const end = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close');
  };
  server.prependListener('request', (_, response) => {
    if (isDismissing) return end(response);
    running.add(response);
    response.once('close', () => running.delete(response));
  });
  return () => {
    isDismissing = true;
    for (const response of running) end(response);
  };
}

/** Closes connections above an address's limit without sending a response. */
function capConnections(server: Server, most: number): void {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (open.get(address) ?? 0) + 1;
    if (count > most) return void socket.destroy();
    open.set(address, count);
    socket.once('close', () => {
      const remaining = (open.get(address) ?? 1) - 1;
      if (remaining > 0) open.set(address, remaining);
      else open.delete(address);
    });
  });
}

/** Whether a request names two hosts, so a proxy may read it differently (RFC 9112, 3.2). */
function hasTwoHosts(env: unknown): boolean {
  const names =
    (env as { incoming?: { rawHeaders?: string[] } } | undefined)?.incoming?.rawHeaders?.filter(
      (_, place) => place % 2 === 0,
    ) ?? [];
  return names.filter((name) => name.toLowerCase() === 'host').length > 1;
}

const twoHosts: () => Response = () =>
  new Response('Name one host.\n', { status: 400, headers: { connection: 'close' } });

export function listeners({
  host,
  port,
  hookHost = '127.0.0.1',
  hookPort,
  opsHost = '127.0.0.1',
  opsPort,
}: Ports): Record<'borrowers' | 'hooks' | 'ops', Listener> {
  const nameOf = (own: string, at: number, more: number) =>
    at === port + more ? `PORT (this one follows it) or ${own}` : own;
  return {
    borrowers: { host, port, name: 'PORT' },
    hooks: {
      host: hookHost,
      port: hookPort,
      name: nameOf('HOOK_PORT', hookPort, 1),
      hostName: 'HOOK_HOST',
    },
    ops: {
      host: opsHost,
      port: opsPort,
      name: nameOf('OPS_PORT', opsPort, 2),
      hostName: 'OPS_HOST',
    },
  };
}

/**
 * Opens and closes each port, to detect a taken port before the slow part of startup.
 * @throws CannotStart for the first port that cannot be opened
 */
export async function tryPorts(all: Listener[]): Promise<void> {
  for (const at of all) await (await openDoor(at)).close();
}

/** Converts a listener's error into a CannotStart if the engineer can fix its cause. */
function startErrorOf(
  error: NodeJS.ErrnoException,
  { host, port, name, hostName = 'HOST' }: Listener,
): Error {
  if (error.code === 'EADDRINUSE')
    return new CannotStart(`Port ${port} on ${host} is taken. Set ${name} to another one.`);
  if (error.code === 'EACCES')
    return new CannotStart(`This user may not open port ${port}. Set ${name} to another one.`);
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(error.code ?? ''))
    return new CannotStart(
      `${hostName}=${host} is not an address of this machine. Set ${hostName} to one that is, or leave it out.`,
    );
  return error;
}
