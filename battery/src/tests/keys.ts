// Rotates the master key while people call and log in, and kills the server midway. No call may
// fail, and afterwards each value opens with the new key alone.
import { createSecretKey } from 'node:crypto';
import { userInfo } from '@sandali/contract/account.ts';
import { connect, type Db } from '@sandali/server/db/database.ts';
import { newId, randomBytes } from '@sandali/server/platform/random.ts';
import { createSealer } from '@sandali/server/platform/seal.ts';
import { logIn, signUp } from '@sandali/server/sandbox/life.ts';
import { sql } from 'kysely';
import { newPerson } from '#/person.ts';
import { type Product, startProduct } from '#/product.ts';
import { type BatteryTest, Findings } from '#/test.ts';

const callers = 4;
/** A rotation waits a minute for calls to end, before and after it reseals. */
const waitsWithinMs = 240_000;
const leastValuesASecond = 500;
const forgottenWithinMs = 90_000;
type Life = ReturnType<typeof newPerson>;
type Message = { id: string; to_sealed: Buffer; text_sealed: Buffer };
/** The environment variable that sets another number of values, such as a million. */
const wished = Number(process.env.KEYS_VALUES ?? 10_000);

export const keys: BatteryTest = {
  name: 'keys',
  about:
    '10,000 values are resealed while people call, with a kill -9 midway: no call fails, every value opens',
  async run(context) {
    const findings = new Findings();
    const count = context.isQuick ? 2000 : wished;
    const [first, second] = [randomBytes(32), randomBytes(32)];
    const text = { first: first.toString('base64'), second: second.toString('base64') };
    const product = await startProduct({ SANDBOX: '1', MASTER_KEY: text.first });
    try {
      const people: Life[] = [];
      for (let nth = 0; nth < callers; nth += 1) {
        const life = newPerson(product, { number: nth, phone: `+63917556000${nth}` });
        await signUp(life);
        people.push(life);
      }
      await insertMessages(product, first, count / 2);
      const both = { MASTER_KEY: text.second, MASTER_KEY_PREVIOUS: text.first };
      await product.killAndStart(both);
      const load = startLoad(people);
      let rate: Awaited<ReturnType<typeof killAndFinish>>;
      try {
        await rotate(product);
        const killAndStart = async () => await product.killAndStart(both);
        rate = await killAndFinish(product, count, { load, killAndStart });
      } finally {
        await load.stop();
      }
      for (const wrong of load.failures) findings.expect(false, wrong);
      findings.expect(rate.leftAtKill > 0, 'the server was killed after the last value');
      const unreadable = await countUnreadable(product, second);
      findings.expect(unreadable === 0, `${unreadable} messages do not open with the new key`);
      await product.killAndStart({ MASTER_KEY: text.second });
      for (const life of people) await logIn(life);
      const { calls, slowestMs, unreachable } = load.counts();
      return findings.outcome({
        ...{ values: count, ...rate, calls, slowestMs, unreachable },
        failed: load.failures.length,
      });
    } finally {
      await product.close();
    }
  },
};

/** Queries the product's database as its owner. */
async function inDatabase<T>(product: Product, ask: (db: Db) => Promise<T>): Promise<T> {
  const { db, pool } = connect(product.ownerPlace(), { max: 1 });
  try {
    return await ask(db);
  } finally {
    await pool.end();
  }
}

/** Inserts sent messages, each with two values sealed with the first key. */
async function insertMessages(product: Product, key: Buffer, count: number): Promise<void> {
  const sealer = createSealer(createSecretKey(key));
  const now = Temporal.Now.instant();
  const words = 'Your payment of ₱1,250.00 has arrived. Nothing is owed on this bill any more.';
  await inDatabase(product, async (db) => {
    for (let done = 0; done < count; done += 500) {
      const rows = Array.from({ length: Math.min(500, count - done) }, () => {
        const id = newId(now);
        return {
          ...{ id, kind: 'paid', state: 'sent' as const, queued_at: now, sent_at: now },
          ...{ gateway: 'sandbox', gateway_id: id, to_hash: randomBytes(32) },
          to_sealed: sealer.seal('message phone', id, '+639175560099'),
          text_sealed: sealer.seal('message', id, words),
        };
      });
      await db.insertInto('messages').values(rows).execute();
    }
  });
}

/**
 * Makes each person call and log in repeatedly, one call at a time. A login finds its account by
 * the hash of the number.
 */
function startLoad(people: readonly Life[]) {
  const failures: string[] = [];
  /** Calls that reach no server between the kill and the restart are not failures. */
  const counts = { calls: 0, slowestMs: 0, unreachable: 0, isDown: false };
  let isStopping = false;
  const loops = people.map(async (life, nth) => {
    // A login whose response was lost in the kill has ended the previous session.
    let isLoggedOut = false;
    for (let turn = nth; !isStopping; turn += 1) {
      const isLogin: boolean = isLoggedOut || turn % 20 === 0;
      const start = performance.now();
      const wasDown = counts.isDown;
      try {
        await (isLogin ? logIn(life) : life.client.must(userInfo, {}));
        isLoggedOut = false;
      } catch (error) {
        const { message } = error as Error;
        if (counts.isDown || (wasDown && message === 'fetch failed')) {
          counts.unreachable += 1;
          isLoggedOut = isLogin;
        } else failures.push(message);
      }
      counts.calls += 1;
      counts.slowestMs = Math.max(counts.slowestMs, Math.round(performance.now() - start));
      await new Promise((done) => setTimeout(done, 20));
    }
  });
  return {
    failures,
    counts: () => counts,
    async stop() {
      isStopping = true;
      await Promise.all(loops);
    },
  };
}

const countLeft = async (product: Product) =>
  await inDatabase(product, async (db) => {
    const { rows } = await sql<{ count: number; ended: boolean }>`
      select (select count(*) from messages where get_byte(text_sealed, 1) = 1)::int as count,
        exists (select from master_keys where retired_at is not null) as ended`.execute(db);
    return rows[0] ?? { count: 0, ended: false };
  });

/** Puts the key to use, once the killed server, which lacks it, no longer counts as running. */
async function rotate(product: Product): Promise<void> {
  const endsAtMs = performance.now() + forgottenWithinMs;
  for (;;)
    try {
      await product.ops('keys/rotate', {}, 'a rehearsal of the change of the key');
      return;
    } catch (error) {
      if (performance.now() > endsAtMs || !/do not have key 2/.test((error as Error).message))
        throw error;
      await new Promise((done) => setTimeout(done, 2000));
    }
}

/** Waits for the end of the rotation and kills the server midway. */
async function killAndFinish(
  product: Product,
  count: number,
  {
    load,
    killAndStart,
  }: { load: { counts(): { isDown: boolean } }; killAndStart(): Promise<void> },
) {
  const endsAtMs = performance.now() + waitsWithinMs + (count / leastValuesASecond) * 1000;
  const lookMs = Math.min(2000, 50 + count / 500);
  const all = (await countLeft(product)).count;
  let begin: { ms: number; left: number } | null = null;
  let leftAtKill = 0;
  let valuesASecond = 0;
  for (;;) {
    if (performance.now() > endsAtMs) throw new Error('the rotation did not end in time');
    const { count: left, ended } = await countLeft(product);
    if (!begin && left < all) begin = { ms: performance.now(), left };
    if (begin && leftAtKill === 0 && left < all / 2) {
      const seconds = (performance.now() - begin.ms) / 1000;
      valuesASecond = Math.round(((begin.left - left) * 2) / seconds);
      leftAtKill = left * 2;
      load.counts().isDown = true;
      await killAndStart();
      load.counts().isDown = false;
    }
    if (ended) return { valuesASecond, leftAtKill: Math.min(leftAtKill, count) };
    await new Promise((done) => setTimeout(done, lookMs));
  }
}

const pageRows = 10_000;

/** Opens each message with the new key alone. */
async function countUnreadable(product: Product, key: Buffer): Promise<number> {
  const secret = createSecretKey(key);
  const sealer = createSealer({ byVersion: new Map([[2, secret]]), sealsWith: 2, hashKey: secret });
  const opens = ({ id, to_sealed: to, text_sealed: words }: Message) => {
    try {
      sealer.open('message phone', id, to);
      sealer.open('message', id, words);
      return true;
    } catch {
      return false;
    }
  };
  return await inDatabase(product, async (db) => {
    let unreadable = 0;
    for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
      const rows: Message[] = await db
        .selectFrom('messages')
        .select(['id', 'to_sealed', 'text_sealed'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(pageRows)
        .execute();
      unreadable += rows.filter((row) => !opens(row)).length;
      const last = rows.at(-1);
      if (!last) return unreadable;
      after = last.id;
    }
  });
}
