// The limit: what the same calls cost without the product. A bare HTTP server with one prepared statement a read, one pipelined batch with a durable commit a
// write, and answers of the product's own length. It takes the product's own requests, plain ones.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import * as http from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type argon2 from '@node-rs/argon2';
import type pg from 'pg';
import { callNames, type LimitedName, pathOf } from './calls.ts';
import { type Insert, insertInto, makeTables, queueLast, reads, type Update, updateOf, writes } from './limit-sql.ts';
import { here } from './side.ts';

/** The first message of the bench to this process: the address of the database, an answer of each call, and the people by number. */
export type LimitWish = { host: string; answers: Partial<Record<LimitedName, string>>; borrowers: Record<string, string> };
export type LimitTold = { listening: number } | { cpuMs: number };

const { Pool } = createRequire(`${here}/server/src/main.ts`)('pg') as typeof pg;
const { hash, verify } = createRequire(`${here}/server/src/main.ts`)('@node-rs/argon2') as typeof argon2;

if (process.send) {
  process.once('message', (wish: LimitWish) => void serve(wish));
  process.on('message', (asked) => {
    const { user, system } = process.cpuUsage();
    if (asked === 'cpu') process.send?.({ cpuMs: (user + system) / 1000 } satisfies LimitTold);
  });
  process.on('disconnect', () => process.exit());
}

type Asked = { headers: http.IncomingHttpHeaders; body: { body?: { loanId?: string; phone?: string; password?: string } } };
type Handle = (asked: Asked) => Promise<void>;

async function serve({ host, answers, borrowers }: LimitWish): Promise<void> {
  const pool = new Pool({ host, user: 'postgres', database: 'postgres', max: 16, pipeline: true });
  pool.on('error', () => {});
  await makeTables(pool);
  const work = await handlers(pool, borrowers);
  const byPath = new Map(callNames.map((name) => [pathOf(name), { answer: Buffer.from(answers[name] ?? ''), handle: work[name] }]));
  const server = http.createServer((request, answer) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const of = byPath.get(request.url ?? '');
      const end = (status: number, body: Buffer | string) =>
        answer.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
      if (!of) return end(404, '');
      const body = JSON.parse(Buffer.concat(chunks).toString());
      of.handle({ headers: request.headers, body }).then(
        () => end(200, of.answer),
        (error: Error) => end(500, error.message),
      );
    });
  });
  server.keepAliveTimeout = 75_000;
  server.listen(0, '127.0.0.1', () => process.send?.({ listening: (server.address() as AddressInfo).port } satisfies LimitTold));
}

const tokenOf = ({ headers }: Asked) => createHash('sha256').update(String(headers['x-auth-token'])).digest();

async function handlers(pool: pg.Pool, borrowers: Record<string, string>): Promise<Record<LimitedName, Handle>> {
  const read = (name: 'home' | 'bills' | 'bill'): Handle => {
    return async (asked) => {
      const loanId = asked.body.body?.loanId;
      const values = [tokenOf(asked), ...(name === 'bill' ? [loanId] : [])];
      const { rows } = await pool.query({ name, text: reads[name], values });
      if (rows.length !== 1) throw new Error(`${name} found ${rows.length} rows`);
    };
  };
  const write = await writer(pool);
  const passwordHash = await hash('kunwari-lang-ito-8', { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  return {
    config: async () => {},
    home: read('home'),
    bills: read('bills'),
    bill: read('bill'),
    quote: (asked) => write('quote', tokenOf(asked)),
    apply: (asked) => write('apply', tokenOf(asked)),
    webhook: () => write('webhook', null),
    login: async ({ body }) => {
      const { phone = '', password = '' } = body.body ?? {};
      if (!(await verify(passwordHash, password))) throw new Error('the password is wrong');
      await write('login', borrowers[phone] ?? null);
    },
  };
}

/** Writes the rows of a call in one batch: a session's borrower first where there is a session, COMMIT last, nothing waited for between. */
async function writer(pool: pg.Pool) {
  const batches = new Map<string, { inserts: Insert[]; updates: Update[] }>();
  for (const [name, { inserts, updates }] of Object.entries(writes)) {
    const made = await Promise.all(Object.entries(inserts).map(([table, fresh]) => insertInto(pool, table, fresh)));
    batches.set(name, { inserts: made, updates: updates.map((table) => updateOf(table, name === 'login' ? 'borrower' : 'session')) });
  }
  return async (name: LimitedName, who: Buffer | string | null): Promise<void> => {
    const { inserts, updates } = batches.get(name) ?? { inserts: [], updates: [] };
    const client = await pool.connect();
    try {
      const running: Promise<unknown>[] = [client.query('begin')];
      if (who instanceof Buffer) running.push(client.query({ name: 'session', text: reads.session, values: [who] }));
      for (const { values, fresh, ...statement } of inserts) {
        const own = [...values];
        for (const { at, kind } of fresh) own[at] = freshOf(kind);
        running.push(client.query({ ...statement, values: own }));
      }
      for (const update of updates) running.push(client.query({ ...update, values: [who] }));
      if (name === 'webhook') running.push(client.query({ ...queueLast, values: [] }));
      running.push(client.query('commit'));
      const done = (await Promise.all(running)).at(-1) as { command: string };
      if (done.command !== 'COMMIT') throw new Error('the batch was rolled back');
    } finally {
      client.release();
    }
  };
}

function freshOf(kind: 'uuid' | 'hash' | 'digits'): string {
  if (kind === 'uuid') return randomUUID();
  return kind === 'hash' ? `\\x${randomBytes(32).toString('hex')}` : String(Math.floor(Math.random() * 1e10)).padStart(10, '0');
}
