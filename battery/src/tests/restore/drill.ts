// Tests a drill on a restored copy: it sends nothing, holds payouts and shows that it is a drill,
// even if somebody tries to make it send.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, type Db } from '@sandali/server/db/database.ts';
import { startRestored } from '@sandali/server/db/debian-postgres.testing.ts';
import { socketUrl } from '@sandali/server/db/own-postgres.testing.ts';
import type { Program } from '@sandali/server/testing/program.ts';
import { askOps, askSandbox } from '#/ask.ts';
import type { Findings } from '#/test.ts';
import { openTrap, startServer } from './processes.ts';

const reason = 'a rehearsal of a restore';
type Check = { rows: number; files: number; missing: { count: number } };

/**
 * Starts PostgreSQL and a server with DRILL=1 on the copy that was restored to `to`, calls `look`,
 * and stops both. `env` is the real server's environment.
 */
export async function drill(
  { bin, to, env, watchMs }: { bin: string; to: string; env: NodeJS.ProcessEnv; watchMs: number },
  findings: Findings,
  look: (drill: { db: Db; server: Program }) => Promise<void>,
) {
  await using stack = new AsyncDisposableStack();
  const startedMs = performance.now();
  const cluster = startRestored(bin, path.join(to, 'database'));
  stack.defer(() => cluster.stop());
  const { db, pool } = connect(
    { connectionString: socketUrl('postgres', cluster.socket) },
    { max: 2 },
  );
  stack.defer(() => pool.end());
  const before = await countSent(db);
  const waiting = await countWaiting(db);
  await allowPayouts(db);
  const [semaphore, twilio] = [await openTrap(stack), await openTrap(stack)];
  const server = await startServer({
    ...env,
    DRILL: '1',
    DATA_DIR: to,
    DATABASE_URL: socketUrl('app', cluster.socket),
    DATABASE_OWNER_URL: socketUrl('postgres', cluster.socket),
    SMS_GATEWAYS: 'semaphore,twilio',
    SEMAPHORE_URL: semaphore.url,
    TWILIO_URL: twilio.url,
    TWILIO_ACCOUNT_SID: 'AC0123456789abcdef0123456789abcdef',
    TWILIO_SECRET: 'secret-of-a-drill',
    TWILIO_FROM: 'SANDALI',
  });
  stack.defer(() => server.stop());
  const startSeconds = secondsSince(startedMs);
  await look({ db, server });
  await expectPaused({ db, server, to }, findings);
  await allowPayouts(db);
  await wait(watchMs);
  const after = await countSent(db);
  for (const [kind, count] of Object.entries(after))
    findings.expect(
      count === before[kind as keyof typeof before],
      `the drill sent ${count - before[kind as keyof typeof before]} ${kind}`,
    );
  const connections = semaphore.connections + twilio.connections;
  findings.expect(connections === 0, `the drill opened ${connections} connections to SMS gateways`);
  const { payouts } = await askSandbox<{ payouts: unknown[] }>(server.at.port, 'payouts');
  findings.expect(payouts.length === 0, `the drill ordered ${payouts.length} payouts`);
  findings.expect(server.at.hookPort === 0, 'the drill listens for webhooks');
  await expectBanner(server, findings);
  const files = await expectFiles({ db, server, to }, findings);
  return { startSeconds, files, ...waiting };
}

export const secondsSince = (startedMs: number) =>
  Math.round((performance.now() - startedMs) / 100) / 10;

/** Counts what the database records as sent. A drill must not change these counts. */
async function countSent(db: Db) {
  const { messages } = await db
    .selectFrom('messages')
    .select((eb) => eb.fn.count<bigint>('sent_at').as('messages'))
    .executeTakeFirstOrThrow();
  const { payouts } = await db
    .selectFrom('payouts')
    .select((eb) => eb.fn.count<bigint>('sent_at').as('payouts'))
    .executeTakeFirstOrThrow();
  const outbox = await db.selectFrom('sandbox_messages').select('id').execute();
  const pushes = await db.selectFrom('sandbox_pushes').select('message_id').execute();
  return {
    messages: Number(messages),
    payouts: Number(payouts),
    ...{ outbox: outbox.length, pushes: pushes.length },
  };
}

/** Counts what a real server would send. */
async function countWaiting(db: Db) {
  const messages = await db
    .selectFrom('messages')
    .select('id')
    .where('state', 'not in', ['sent', 'dropped'])
    .execute();
  const loans = await db
    .selectFrom('loans')
    .leftJoin('payouts', 'payouts.subject_id', 'loans.id')
    .select('loans.id')
    .where('payouts.sent_at', 'is', null)
    .execute();
  return { waitingMessages: messages.length, waitingPayouts: loans.length };
}

/** Switches payouts on in the copy's table, past the command that refuses it. */
async function allowPayouts(db: Db): Promise<void> {
  await db
    .updateTable('settings')
    .set((eb) => ({ value: JSON.stringify(true), version: eb('version', '+', 1n) }))
    .where('name', '=', 'payoutsOn')
    .execute();
}

type Copy = { db: Db; server: Program; to: string };

async function expectPaused({ db, server, to }: Copy, findings: Findings): Promise<void> {
  const stored = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'payoutsOn')
    .executeTakeFirst();
  findings.expect(stored?.value === false, `the start left payoutsOn at ${stored?.value}`);
  const metrics = await (await fetch(`http://127.0.0.1:${server.at.opsPort}/metrics`)).text();
  for (const line of ['sandali_drill 1', 'sandali_payouts_on 0'])
    findings.expect(metrics.split('\n').includes(line), `/metrics lacks ${line}`);
  const place = { opsPort: server.at.opsPort, dataDir: to };
  for (const name of ['payouts', 'sms']) {
    const { status } = await askOps(place, 'switch/on', { name }, reason);
    findings.expect(status === 422, `switch on ${name} answered ${status}`);
  }
}

async function expectBanner({ at }: Program, findings: Findings): Promise<void> {
  const page = await (await fetch(`http://127.0.0.1:${at.port}/`)).text();
  findings.expect(page.includes('<div id="drill"'), 'the page does not show the banner');
}

/** Compares files with rows, by the staff command and in the folder. @returns their number */
async function expectFiles({ db, server, to }: Copy, findings: Findings): Promise<number> {
  const place = { opsPort: server.at.opsPort, dataDir: to };
  const { data } = await askOps<{ data: Check }>(place, 'files/check', {}, reason);
  const { rows, files, missing } = data.data;
  const own = await db
    .selectFrom('pictures')
    .select('id')
    .where('deleted_at', 'is', null)
    .execute();
  const inFolder = fs
    .readdirSync(path.join(to, 'files/pictures'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile()).length;
  findings.expect(
    missing.count === 0 &&
      own.length > 0 &&
      new Set([rows, files, own.length, inFolder]).size === 1,
    `${own.length} pictures have ${inFolder} files; files check says ${JSON.stringify(data)}`,
  );
  return inFolder;
}
