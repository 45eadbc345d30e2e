// The limit: the cost of the same calls without the product. A bare HTTP server accepts the
// product's plain requests, runs one statement or batch, and returns the same number of bytes.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import * as http from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type argon2 from '@node-rs/argon2';
import type pg from 'pg';
import { callNames, type LimitedName, password, pathOf } from './calls.ts';
import { here } from './installation.ts';
import {
  type Fresh,
  type Insert,
  insertInto,
  makeTables,
  queueInsert,
  reads,
  type Update,
  updateOf,
  writes,
} from './limit-sql.ts';

/** The first message to this process. `borrowers` maps phone numbers to ids. */
export type LimitParams = {
  host: string;
  answers: Partial<Record<LimitedName, string>>;
  borrowers: Record<string, string>;
};

const productRequire = createRequire(`${here}/server/src/main.ts`);
const { Pool } = productRequire('pg') as typeof pg;
const { hash, verify } = productRequire('@node-rs/argon2') as typeof argon2;

if (process.send) {
  process.once('message', (params: LimitParams) => void serve(params));
  process.on('message', (message) => {
    const { user, system } = process.cpuUsage();
    if (message === 'usage') process.send?.({ cpuMs: (user + system) / 1000 });
  });
  process.on('disconnect', () => process.exit());
}

type Body = { body?: { loanId?: string; phone?: string; password?: string } };
type Handler = (headers: http.IncomingHttpHeaders, body: Body) => Promise<void>;

async function serve({ host, answers, borrowers }: LimitParams): Promise<void> {
  const pool = new Pool({ host, user: 'postgres', database: 'postgres', max: 16, pipeline: true });
  pool.on('error', () => {}); // the query in progress reports the error
  await makeTables(pool);
  const handlers = await handlersOf(pool, borrowers);
  const routes = new Map(
    callNames.map((name) => {
      return [pathOf(name), { answer: Buffer.from(answers[name] ?? ''), handle: handlers[name] }];
    }),
  );
  const server = http.createServer(async (request, response) => {
    const end = (status: number, body: Buffer | string) => {
      const length = Buffer.byteLength(body);
      const headers = { 'content-type': 'application/json', 'content-length': length };
      response.writeHead(status, headers).end(body);
    };
    const route = routes.get(request.url ?? '');
    if (!route) return end(404, '');
    try {
      await route.handle(request.headers, (await json(request)) as Body);
      end(200, route.answer);
    } catch (error) {
      end(500, (error as Error).message);
    }
  });
  server.keepAliveTimeout = 75_000;
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ port: (server.address() as AddressInfo).port });
  });
}

const tokenOf = (headers: http.IncomingHttpHeaders) =>
  createHash('sha256').update(String(headers['x-auth-token'])).digest();

async function handlersOf(
  pool: pg.Pool,
  borrowers: Record<string, string>,
): Promise<Record<LimitedName, Handler>> {
  const read = (name: 'home' | 'bills' | 'bill'): Handler => {
    return async (headers, { body }) => {
      const values = [tokenOf(headers), ...(name === 'bill' ? [body?.loanId] : [])];
      const { rows } = await pool.query({ name, text: reads[name], values });
      if (rows.length !== 1) throw new Error(`${name} read ${rows.length} rows`);
    };
  };
  const write = await writer(pool);
  const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
  const passwordHash = await hash(password, options);
  return {
    config: async () => {},
    home: read('home'),
    bills: read('bills'),
    bill: read('bill'),
    quote: (headers) => write('quote', tokenOf(headers)),
    apply: (headers) => write('apply', tokenOf(headers)),
    webhook: () => write('webhook', null),
    login: async (_headers, { body }) => {
      if (!(await verify(passwordHash, body?.password ?? ''))) throw new Error('wrong password');
      await write('login', borrowers[body?.phone ?? ''] ?? null);
    },
  };
}

/** Returns a function that sends a call's writes in one batch, without waiting in between. */
async function writer(pool: pg.Pool) {
  const batches = new Map<string, { inserts: Insert[]; updates: Update[] }>();
  for (const [name, { inserts, updates }] of Object.entries(writes)) {
    const by = name === 'login' ? 'borrower' : 'session';
    batches.set(name, {
      inserts: await Promise.all(
        Object.entries(inserts).map(([table, fresh]) => insertInto(pool, table, fresh)),
      ),
      updates: updates.map((table) => updateOf(table, by)),
    });
  }
  return async (name: LimitedName, caller: Buffer | string | null): Promise<void> => {
    const { inserts, updates } = batches.get(name) ?? { inserts: [], updates: [] };
    const client = await pool.connect();
    try {
      const running: Promise<unknown>[] = [client.query('begin')];
      if (caller instanceof Buffer) {
        running.push(client.query({ name: 'session', text: reads.session, values: [caller] }));
      }
      for (const { values, fresh, ...statement } of inserts) {
        const row = [...values];
        for (const { at, kind } of fresh) row[at] = freshValue(kind);
        running.push(client.query({ ...statement, values: row }));
      }
      for (const update of updates) running.push(client.query({ ...update, values: [caller] }));
      if (name === 'webhook') running.push(client.query({ ...queueInsert, values: [] }));
      running.push(client.query('commit'));
      const commit = (await Promise.all(running)).at(-1) as { command: string };
      if (commit.command !== 'COMMIT') throw new Error('the batch was rolled back');
    } finally {
      client.release();
    }
  };
}

function freshValue(kind: Fresh): string {
  if (kind === 'uuid') return randomUUID();
  if (kind === 'hash') return `\\x${randomBytes(32).toString('hex')}`;
  return String(Math.floor(Math.random() * 1e10)).padStart(10, '0');
}
