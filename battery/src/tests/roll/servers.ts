// The servers on one database, and a proxy in front of them. The proxy polls each server's /readyz,
// sends calls to ready servers by turns, and repeats an unanswered call once, at another server.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect } from '@sandali/server/db/database.ts';
import { startOwnPostgres } from '@sandali/server/db/own-postgres.testing.ts';
import { randomBytes } from '@sandali/server/platform/random.ts';
import { type Program, startProgram } from '@sandali/server/testing/program.ts';
import { makeRoot } from '@sandali/server/testing/server.ts';
import { mustOps } from '#/ask.ts';
import { makeReleases, type Release } from './releases.ts';

const [startMs, lookMs] = [180_000, 100];
/** How long a stopping server accepts calls. The proxy must notice its /readyz in this time. */
const drainMs = 1000;

type Server = { release: Release; program: Program; isReady: boolean };
/** `repeats` counts the calls that the proxy repeated, by reason. */
export type Tally = { calls: number; failed: number; repeats: Map<string, number> };

export type Servers = Awaited<ReturnType<typeof openServers>>;

/** Starts PostgreSQL and two servers of the previous release, which share it and their files. */
export async function openServers(stack: AsyncDisposableStack) {
  const { folder, placeOf, urlOf, stop } = await startOwnPostgres('roll', { isPrepared: false });
  stack.defer(stop);
  const releases = makeReleases(folder);
  const { db, pool } = connect(placeOf('app'), { max: 2 });
  stack.defer(() => pool.end());
  const inherited = {
    PATH: process.env.PATH,
    DATABASE_URL: urlOf('app'),
    DATABASE_OWNER_URL: urlOf('postgres'),
  };
  const migrate = (release: Release) => release.migrate(inherited);
  await migrate(releases.previous);

  const env = {
    ...inherited,
    SANDBOX: '1',
    SANDBOX_SEEDS: '0',
    SANDBOX_REVIEW_SECONDS: '0',
    SANDBOX_RESEND_SECONDS: '0',
    ALLOW_PLAIN: '1',
    LOG_LEVEL: 'error',
    FILES: path.join(folder, 'files'),
    MASTER_KEY: randomBytes(32).toString('base64'),
    DRAIN_MS: String(drainMs),
    CALLS_OF_SESSION: '1000000',
    CALLS_OF_NETWORK: '1000000',
    DATABASE_CONNECTIONS: '8',
    DATABASE_QUEUE_CONNECTIONS: '2',
  };
  const servers: Server[] = [];
  const folderOf = (nth: number) => path.join(folder, `server-${nth}`);
  const start = (nth: number, release: Release) => {
    const dataDir = folderOf(nth);
    if (!fs.existsSync(dataDir)) {
      fs.mkdirSync(dataDir);
      makeRoot(path.join(dataDir, 'keys'));
    }
    // Only the first start pauses payouts, because after a later pause older loans cannot be
    // cancelled.
    const PAYOUTS_START_PAUSED = servers.length === 0 ? '1' : '0';
    return startProgram(release.main, { ...env, PAYOUTS_START_PAUSED, DATA_DIR: dataDir }, startMs);
  };
  const looking = { isOn: true, slowestMs: 0 };
  const looks: Promise<void>[] = [];
  const look = async (server: Server) => {
    for (; looking.isOn; await wait(lookMs)) {
      const { program } = server;
      const startedMs = performance.now();
      const isReady = (await readyzOf(program))?.status === 200;
      looking.slowestMs = Math.max(looking.slowestMs, performance.now() - startedMs);
      if (program === server.program) server.isReady = isReady;
    }
  };
  stack.defer(async () => {
    looking.isOn = false;
    await Promise.all(looks);
    await Promise.all(servers.map(({ program }) => program.stop()));
  });
  const add = async (release: Release) => {
    const program = await start(servers.length, release);
    const server = { release, program, isReady: true };
    servers.push(server);
    looks.push(look(server));
  };
  // One after the other, so that the second server finds the first server's installation.
  for (const _ of [1, 2]) await add(releases.previous);
  // Borrowers then prove by password.
  const { opsPort } = (servers[0] as Server).program.at;
  const off = { name: 'smsSwitch', text: 'false' };
  await mustOps({ opsPort, dataDir: folderOf(0) }, 'config/set', off, 'a battery of rolls');
  return {
    db,
    releases,
    servers: servers as readonly Server[],
    add,
    migrate,
    /** The longest time that a server took to answer /readyz. Explains refused connections. */
    slowestLookMs: () => Math.round(looking.slowestMs),
    /** Stops a server as an operator does, and starts it again with another release. */
    async replace(nth: number, release: Release) {
      const server = servers[nth];
      if (!server) throw new Error('there is no such server');
      await server.program.stop();
      [server.program, server.release] = [await start(nth, release), release];
    },
    /** Starts another server of a release. @returns its last output if it refuses to start */
    async refusalOf(release: Release): Promise<string | null> {
      try {
        await (await start(servers.length, release)).stop();
        return null;
      } catch (error) {
        return (error as Error).message;
      }
    },
    openProxy: (tally: Tally) => openProxy(servers, tally),
  };
}

/** Returns the answer to /readyz; null if there is none. */
export async function readyzOf({
  at,
}: Program): Promise<{ status: number; checks: Record<string, string> } | null> {
  try {
    const answer = await fetch(`http://127.0.0.1:${at.opsPort}/readyz`);
    const { checks } = (await answer.json()) as { checks: Record<string, string> };
    return { status: answer.status, checks };
  } catch {
    return null;
  }
}

export type Call = { pathname: string; headers: Headers; body: string };

/** Returns a function that sends a call to a ready server. It throws if the repeat fails too. */
function openProxy(servers: readonly Server[], tally: Tally) {
  let turn = 0;
  const next = (but: Server | null): Server => {
    const others = servers.filter((server) => server !== but);
    const ready = others.filter(({ isReady }) => isReady);
    turn += 1;
    const candidates = ready.length > 0 ? ready : others;
    return candidates[turn % candidates.length] as Server;
  };
  return async (call: Call): Promise<Response> => {
    tally.calls += 1;
    const first = next(null);
    const answer = await send(first, call);
    if (typeof answer !== 'string') return answer;
    tally.repeats.set(answer, (tally.repeats.get(answer) ?? 0) + 1);
    const second = await send(next(first), call);
    if (typeof second !== 'string') return second;
    tally.failed += 1;
    throw new Error(`${call.pathname} failed twice: ${answer}, then ${second}`);
  };
}

/** Sends a call. @returns the whole response, or the reason to repeat the call */
async function send(
  { program }: Server,
  { pathname, headers, body }: Call,
): Promise<Response | string> {
  try {
    const url = `http://127.0.0.1:${program.at.port}${pathname}`;
    const answer = await fetch(url, { method: 'POST', headers, body });
    const text = await answer.text();
    return answer.status < 500 ? new Response(text, answer) : `${answer.status} ${pathname}`;
  } catch (error) {
    const { cause } = error as { cause?: NodeJS.ErrnoException };
    return cause?.code ?? String(cause ?? error);
  }
}
