// A listener on a port: refuses slow and endless clients, and lets go of its connections when it stops.
import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { CannotStart } from '#/db/cannot-start.ts';

type Fetch = (request: Request, env?: unknown) => Response | Promise<Response>;

/** Begins to listen. @returns the function that stops it. @throws CannotStart with one sentence when the port is taken. */
export async function listen(fetch: Fetch, at: { host: string; port: number; name: string }): Promise<() => Promise<void>> {
  const server = await new Promise<Server>((resolve, reject) => {
    const made = serve({ fetch, port: at.port, hostname: at.host }, () => resolve(made as Server));
    made.once('error', (error: NodeJS.ErrnoException) => reject(whyNot(error, at)));
  });
  server.requestTimeout = 35_000;
  server.headersTimeout = 10_000;
  server.maxRequestsPerSocket = 1000;
  return async () => {
    const idle = setInterval(() => server.closeIdleConnections(), 100);
    await new Promise((resolve) => server.close(resolve));
    clearInterval(idle);
  };
}

function whyNot(error: NodeJS.ErrnoException, { host, port, name }: { host: string; port: number; name: string }): Error {
  if (error.code === 'EADDRINUSE') return new CannotStart(`Port ${port} on ${host} is taken. Set ${name} to another one.`);
  if (error.code === 'EACCES') return new CannotStart(`Port ${port} may not be opened by this user. Set ${name} to another one.`);
  return error;
}
