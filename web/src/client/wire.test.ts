import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { correctClock, wallMs } from './clock.ts';
import { aadOf, openRequest, type TestKey, testKey, testRoot } from './envelope.testing.ts';
import { ClockError, createSender, EnvelopeError } from './wire.ts';

const day = 86_400_000;
const start = Date.now();
// Freezes the phone's clock, so that all times are exact.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  correctClock(start);
});
afterEach(() => {
  correctClock(Date.now());
  vi.useRealTimers();
});

type Sent = { path: string; headers: Record<string, string>; body: Record<string, string> };
type Reply = { status?: number; json: unknown; retryAfter?: string };

/**
 * Creates a server with one key. `say` responds to an opened request; `refuse` can refuse a sealed
 * request.
 */
function server(
  key: TestKey,
  say: (inside: Record<string, unknown>, sent: Sent[]) => unknown,
  refuse: (sent: Sent[]) => Reply | null = () => null,
) {
  const root = testRoot();
  const sent: Sent[] = [];
  const state = { list: root.list([key.listed]), serverTimeMs: start };
  const answer = (path: string, body: Record<string, string>): Reply => {
    const data = {
      keyList: state.list,
      serverTimeMs: state.serverTimeMs,
      minVersion: { web: '1.0.0', native: '1.0.0' },
    };
    if (path === '/galaxy/init') return { json: { code: '0000', message: '', data } };
    const refused = refuse(sent);
    if (refused) return refused;
    if (body.kid !== key.kid)
      return { status: 400, json: { code: '1002', message: 'key', data: null } };
    const opened = openRequest(
      key,
      body as { enc: string; ct: string },
      aadOf(path, 'token', 'web', 'en'),
    );
    return { json: opened.answer(say(opened.json, sent)) };
  };
  const fetch = async (path: unknown, init?: RequestInit) => {
    const request = {
      path: String(path),
      headers: init?.headers as Record<string, string>,
      body: JSON.parse(String(init?.body)),
    };
    sent.push(request);
    const { status = 200, json, retryAfter } = answer(request.path, request.body);
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
    return new Response(typeof json === 'string' ? json : JSON.stringify(json), {
      status,
      headers,
    });
  };
  const paths = () => sent.map(({ path }) => path.replace('/galaxy', ''));
  const rests: number[] = [];
  const rest = async (ms: number) => void rests.push(ms);
  const send = (inPage: unknown = state.list) =>
    createSender({
      fetch: fetch as typeof globalThis.fetch,
      rootPublicKey: root.publicKey,
      listInPage: () => inPage,
      rest,
    });
  return { root, sent, state, paths, rests, send };
}

const call = {
  path: '/loan/apply',
  token: 'token',
  terminalType: 'web',
  locale: 'en',
  headers: { 'X-Encrypted': '1' },
  requestId: 'r',
  deviceId: 'd',
} as const;
const outgoing = () => ({ ...call, body: { amount: 1 }, signal: new AbortController().signal });
const fresh = () => testKey('k1', start - day, start + day);
const ok = { code: '0000', message: '', data: { done: true } };

test('sends an upload’s bytes raw beside the JSON', async () => {
  const backend = server(fresh(), (inside) => ({ ...ok, data: inside }));
  const reply = await backend.send()({
    ...outgoing(),
    body: { purpose: 'selfie', bytes: new Uint8Array([1, 2, 3]) },
  });
  expect(reply).toMatchObject({
    kind: 'opened',
    answer: { data: { requestId: 'r', body: { purpose: 'selfie' } } },
  });
  expect(backend.sent[0]?.body.v).toBe(2);
});

test('sends time, ids and body inside the envelope, without fetching keys first', async () => {
  const backend = server(fresh(), (inside) => ({ ...ok, data: inside }));
  const reply = await backend.send()(outgoing());
  expect(reply).toMatchObject({
    kind: 'opened',
    answer: { code: '0000', data: { requestId: 'r', deviceId: 'd', body: { amount: 1 } } },
  });
  expect(reply).toMatchObject({ answer: { data: { ts: start } } });
  expect(backend.paths()).toEqual(['/loan/apply']);
});

test('without a key list, fetches the keys once, unencrypted and without the token', async () => {
  const backend = server(fresh(), () => ok);
  const send = backend.send(null);
  await send(outgoing());
  await send(outgoing());
  expect(backend.paths()).toEqual(['/init', '/loan/apply', '/loan/apply']);
  expect(backend.sent[0]?.headers).toMatchObject({ 'X-Encrypted': '0', 'X-Auth-Token': '' });
});

test('refetches the keys once if the key is unknown, and keeps the request id', async () => {
  const key = testKey('k2', start - 1000, start + day);
  const backend = server(key, (inside) => ({ ...ok, data: inside }));
  const stale = backend.root.list([testKey('k1', start - day, start + day).listed]);
  expect(await backend.send(stale)(outgoing())).toMatchObject({
    kind: 'opened',
    answer: { data: { requestId: 'r' } },
  });
  expect(backend.paths()).toEqual(['/loan/apply', '/init', '/loan/apply']);
});

test('gives up if the server still does not know the key after one refetch', async () => {
  const backend = server(
    fresh(),
    () => ok,
    () => ({ status: 400, json: { code: '1002', message: '', data: null } }),
  );
  expect(await backend.send()(outgoing())).toMatchObject({
    kind: 'status',
    status: 400,
    answer: { code: '1002' },
  });
  expect(backend.paths()).toEqual(['/loan/apply', '/init', '/loan/apply']);
});

test('corrects a wrong phone clock once', async () => {
  const serverTimeMs = start + 3_600_000;
  const isLate = { status: 400, json: { code: '1004', message: '', data: { serverTimeMs } } };
  const backend = server(
    fresh(),
    (inside) => ({ ...ok, data: inside }),
    (sent) => (sent.length === 1 ? isLate : null),
  );
  const reply = (await backend.send()(outgoing())) as { answer: { data: { ts: number } } };
  expect(reply.answer.data.ts).toBe(serverTimeMs);
  expect(wallMs()).toBe(serverTimeMs);

  const never = server(
    fresh(),
    () => ok,
    () => isLate,
  );
  expect(await never.send()(outgoing())).toMatchObject({
    kind: 'status',
    answer: { code: '1004' },
  });
  expect(never.sent.length).toBe(2);
});

test('finds a valid key even if the phone’s clock is days off', async () => {
  const backend = server(testKey('k1', start + 9 * day, start + 11 * day), () => ok);
  backend.state.serverTimeMs = start + 10 * day;
  expect(await backend.send()(outgoing())).toMatchObject({ kind: 'opened' });
});

test('refuses an expired key even if the server’s time is in another year', async () => {
  const backend = server(testKey('k1', start - 366 * day, start - 364 * day), () => ok);
  backend.state.serverTimeMs = start - 365 * day;
  await expect(backend.send()(outgoing())).rejects.toBeInstanceOf(ClockError);
  expect(wallMs()).toBe(start);
  expect(backend.paths()).toEqual(['/init']);
});

test('refuses a key list signed by another root key, from the page or the server', async () => {
  const backend = server(fresh(), () => ok);
  const foreignList = testRoot().list([testKey('evil', start - day, start + day).listed]);
  await backend.send(foreignList)(outgoing());
  expect(backend.paths()).toEqual(['/init', '/loan/apply']);
  backend.state.list = foreignList;
  await expect(backend.send(null)(outgoing())).rejects.toBeInstanceOf(EnvelopeError);
});

test.each([
  [200, '<html>', null],
  [502, '<html>', null],
  [500, { code: '9001', message: 'm', data: null }, { code: '9001', message: 'm', data: null }],
])('returns status %i unchanged', async (status, json, answer) => {
  const backend = server(
    fresh(),
    () => ok,
    () => ({ status, json }),
  );
  expect(await backend.send()(outgoing())).toEqual({ kind: 'status', status, answer });
});

test('throws if a response is not sealed for this request', async () => {
  for (const json of [
    { code: '0000', message: '', data: {} },
    { v: 1, nonce: 'AAAA', ct: 'AAAA' },
  ]) {
    const backend = server(
      fresh(),
      () => ok,
      () => ({ json }),
    );
    await expect(backend.send()(outgoing())).rejects.toBeInstanceOf(EnvelopeError);
  }
});

test.each([429, 503])(
  'on status %s, resends twice after the delay the server asks for, with the same request id',
  async (status) => {
    const later = { status, json: { code: '1005', message: 'later', data: null }, retryAfter: '3' };
    const answering = server(
      fresh(),
      (inside) => ({ ...ok, data: inside }),
      (sent) => (sent.length < 3 ? later : null),
    );
    expect(await answering.send()(outgoing())).toMatchObject({
      kind: 'opened',
      answer: { data: { requestId: 'r' } },
    });
    expect(answering.rests).toHaveLength(2);
    for (const ms of answering.rests) expect(ms >= 3000 && ms <= 4000).toBe(true);
    const never = server(
      fresh(),
      () => ok,
      () => ({ ...later, retryAfter: '86400' }),
    );
    expect(await never.send()(outgoing())).toMatchObject({ kind: 'status', status });
    expect(never.paths()).toHaveLength(3);
    expect(Math.max(...never.rests)).toBeLessThanOrEqual(11_000);
  },
);

test('sends a call only once if the server does not say when to retry', async () => {
  const backend = server(
    fresh(),
    () => ok,
    () => ({ status: 503, json: { code: '9003', message: '', data: null } }),
  );
  expect(await backend.send()(outgoing())).toMatchObject({ kind: 'status', status: 503 });
  expect(backend.paths()).toHaveLength(1);
});
