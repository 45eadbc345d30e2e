// Playwright's global set-up: starts the servers for the browser tests, and stops them at the end.
import { spawnSync } from 'node:child_process';
import * as path from 'node:path';
import { type Program, startProgram } from '@sandali/server/testing/program.ts';
import { type Place, shared, turns } from './places.ts';

const readyMs = 180_000;

/**
 * Builds the app, starts the servers, stores their addresses for the tests, and prints the errors
 * that the servers log.
 */
export async function openServers(...places: Place[]): Promise<Program[]> {
  const { status } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, '../scripts/ready.ts')],
    { stdio: 'inherit' },
  );
  if (status !== 0) throw new Error('The web app could not be built.');
  return await Promise.all(
    places.map(async (place) => {
      const env = { ...process.env, HOST: '127.0.0.1', ...place.env };
      const server = await startProgram(path.join(import.meta.dirname, 'server.ts'), env, readyMs);
      server.child.stderr?.pipe(process.stderr);
      place.opened(server.at);
      return server;
    }),
  );
}

/** @returns a function that stops the servers */
export default async function setUp(): Promise<() => Promise<void>> {
  const servers = await openServers(shared, turns);
  return async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
}
