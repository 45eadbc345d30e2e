// Tests bodies that arrive slowly, and the plain responses of a busy server.
import { pictureUpload } from '@sandali/contract/credit.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { type Context, Hono } from 'hono';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { sessions } from '#/account/account.ts';
import type { Served } from '#/context/serve.ts';
import { connect, inTx } from '#/db/database.ts';
import { testApp } from '#/testing/app.ts';
import { sayRefusal } from '#/texts/say.ts';
import { bytesOf, ClientGone, smallBytesOf, TooSlow, withLargeBody } from './bodies.ts';
import { createRouter } from './router.ts';

const app = await testApp();

const slowest = { bytes: 10, ms: 500 };

afterEach(() => {
  vi.useRealTimers();
});

/** Returns a request whose body arrives in chunks, `gapMs` apart, or with 'never' does not end. */
function trickled(
  pieces: readonly string[],
  gapMs: number,
  end: 'whole' | 'never' | 'broken',
  headers: Record<string, string> = {},
): Request {
  const body = new ReadableStream<Uint8Array>({
    async start(stream) {
      for (const piece of pieces) {
        stream.enqueue(Buffer.from(piece));
        await new Promise((done) => setTimeout(done, gapMs));
      }
      if (end === 'whole') stream.close();
      if (end === 'broken') stream.error(new Error('the line broke'));
    },
  });
  return new Request('http://localhost:8080/galaxy/x', {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
  } as RequestInit);
}

type Trickle = Parameters<typeof trickled>;

/**
 * Reads a body on fake timers, in steps of 50 ms.
 * @returns the body, or the error's name, or null if it is still arriving after five seconds
 */
async function readAs(
  trickle: Trickle,
  read = (c: Context) => bytesOf(c, slowest),
): Promise<string | null> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'clearTimeout'] });
  const app = new Hono();
  app.post('/galaxy/x', async (c) => c.text((await read(c)).toString()));
  app.onError((error, c) => c.text(error.name, 500));
  let outcome: string | null = null;
  void Promise.resolve(app.fetch(trickled(...trickle)))
    .then((answer) => answer.text())
    .then((text) => {
      outcome = text;
    });
  for (let turns = 0; outcome === null && turns < 100; turns++)
    await vi.advanceTimersByTimeAsync(50);
  return outcome;
}

test('a body is read as long as data keeps arriving', async () => {
  const piece = '0123456789';
  expect(await readAs([Array(8).fill(piece), 100, 'whole'])).toBe(piece.repeat(8));
  expect(await readAs([['0', '1', '2'], 200, 'never'])).toBe(TooSlow.name);
  expect(await readAs([[piece], 0, 'broken'])).toBe(ClientGone.name);
});

test('the time limit for a small body depends on its size', async () => {
  const small = (length: number) => (c: Context) => smallBytesOf(c, length, slowest);
  expect(await readAs([['0123456789', '01'], 300, 'whole'], small(12))).toBe('012345678901');
  expect(await readAs([['0', '1', '2'], 200, 'never'], small(3))).toBe(TooSlow.name);
  expect(await readAs([['0'], 0, 'broken'], small(3))).toBe(ClientGone.name);
});

test('forty slow bodies do not delay another body', async () => {
  const end = Promise.withResolvers<Buffer>();
  const slow = Array.from({ length: 40 }, (_, nth) => {
    const of = { person: `slow ${nth}`, address: `203.0.113.${nth}` };
    return withLargeBody(
      of,
      () => end.promise,
      async () => null,
    );
  });
  const work = async (bytes: Buffer) => bytes.toString();
  expect(
    await withLargeBody(
      { person: 'anna', address: '198.51.100.1' },
      async () => Buffer.from('picture'),
      work,
    ),
  ).toBe('picture');
  end.resolve(Buffer.alloc(0));
  await Promise.all(slow);
});

test('reads at most sixteen bodies per network at once, without delaying others', async () => {
  const waiting = Array.from({ length: 16 }, () => Promise.withResolvers<Buffer>());
  const read =
    ({ promise }: PromiseWithResolvers<Buffer>) =>
    () =>
      promise;
  const all = waiting.map((body, nth) =>
    withLargeBody({ person: `of one ${nth}`, address: '192.0.2.1' }, read(body), async () => nth),
  );
  let isNextDone = false;
  const next = withLargeBody(
    { person: 'ben', address: '192.0.2.1' },
    async () => Buffer.alloc(0),
    async () => {
      isNextDone = true;
    },
  );
  await withLargeBody(
    { person: 'carla', address: '192.0.2.2' },
    async () => Buffer.alloc(0),
    async () => null,
  );
  expect(isNextDone).toBe(false);
  for (const body of waiting) body.resolve(Buffer.alloc(0));
  await Promise.all([...all, next]);
  expect(isNextDone).toBe(true);
});

test('large bodies from callers without a login do not delay a logged-in person', async () => {
  const never = Promise.withResolvers<Buffer>();
  const whole = async () => Buffer.alloc(0);
  const work = async () => 'done';
  const strangers = Array.from({ length: 24 }, (_, nth) =>
    withLargeBody(
      { person: null, address: `203.0.113.${Math.floor(nth / 4)}` },
      () => never.promise,
      work,
    ),
  );
  expect(await withLargeBody({ person: null, address: '203.0.113.99' }, whole, work)).toBe('done');
  const more = Array.from({ length: 4 }, (_, nth) =>
    withLargeBody({ person: null, address: `192.0.2.${nth}` }, () => never.promise, work),
  );
  expect(await withLargeBody({ person: 'dina', address: '203.0.113.0' }, whole, work)).toBe('done');
  never.resolve(Buffer.alloc(0));
  await Promise.all([...strangers, ...more]);
});

slow('returns 408 for a slow body, and 503 if no database connection or lock is free', async () => {
  const { client } = await app.person();
  const { db, pool } = connect(app.setup.place, { max: 1, waitMs: 400 });
  const connection = await pool.connect();
  let work: () => Promise<unknown> = () => db.selectFrom('borrowers').select('id').execute();
  const [upload] = app.app.served.filter(({ call }) => call.path === pictureUpload.path);
  const reading = {
    call: { ...pictureUpload, path: '/busy', kind: 'read' as const },
    floorMs: 0,
    handle: work,
  };
  const options = createRouter({
    context: app.context,
    served: [upload as Served, reading],
    keys: app.keys,
    pace: app.pace,
    sessions,
    sayRefusal: async (locale, name, values) => sayRefusal(locale, name, values),
    slowest,
  });
  const to = (path: string, request: Request) =>
    options.fetch(new Request(`http://localhost:8080/galaxy${path}`, request));
  const headers = { 'content-type': 'application/json', 'x-auth-token': client.token };
  const slow = await to(
    pictureUpload.path,
    trickled(['{'], 0, 'never', { ...headers, 'content-length': '200000' }),
  );
  expect([slow.status, slow.headers.get('connection')]).toEqual([408, 'close']);
  const inside = JSON.stringify({
    ts: app.clocks.wall().epochMilliseconds,
    requestId: crypto.randomUUID(),
    deviceId: client.deviceId,
    body: { purpose: 'selfie', bytes: 'AAAA' },
  });
  const expectBusy = async () => {
    const busy = await to(
      '/busy',
      trickled([inside], 0, 'whole', { ...headers, 'content-length': String(inside.length) }),
    );
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await busy.json()).toMatchObject({ code: '9002' });
  };
  await expectBusy();
  await connection.query('select pg_advisory_lock(7)');
  work = () =>
    inTx(app.db, async (tx) => {
      await sql`set local lock_timeout = '20ms'`.execute(tx);
      await sql`select pg_advisory_xact_lock(7)`.execute(tx);
    });
  await expectBusy();
  connection.release(true);
  await pool.end();
});
