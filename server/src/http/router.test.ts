import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { logout, userInfo } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { allCalls } from '@sandali/contract/all.ts';
import { codes } from '@sandali/contract/codes.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { bankcardList } from '@sandali/contract/payoutAccounts.ts';
import { beforeAll, expect, test } from 'vitest';
import { newId, randomBytes } from '#/platform/random.ts';
import { createClient } from '#/sandbox/client.ts';
import { testApp } from '#/testing/app.ts';
import { effortMs } from '#/testing/effort.ts';
import { associatedData, requestInfo } from './envelope.ts';
import { parseJson } from './json.ts';

const sealedApp = await testApp({ isEmpty: true, checksBooks: 'atEnd', env: { ALLOW_PLAIN: '0' } });
const plainApp = await testApp();

function sealedClient() {
  return createClient({
    fetch: sealedApp.listener.fetch,
    origin: 'http://localhost:8080',
    deviceId: randomBytes(16).toString('base64url'),
    wallMs: () => sealedApp.clocks.wall().epochMilliseconds,
  });
}

type Sent = { path?: string; body: string | Uint8Array; headers?: Record<string, string> };
const send = (sent: Sent) => sendTo(sealedApp, sent);
async function sendTo(app: typeof sealedApp, { path = '/user/multi', body, headers = {} }: Sent) {
  const length = String(Buffer.byteLength(body));
  const request = new Request(`http://localhost:8080/galaxy${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': length, ...headers },
    body: body as BodyInit,
  });
  const answer = await app.listener.fetch(request);
  return { status: answer.status, text: await answer.text() };
}

const suite = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes128Gcm(),
});

/** Seals any content, as an attacker might. */
async function seal(inside: unknown, { path = '/user/multi', token = '', ts = 0 } = {}) {
  const [key] = sealedKeys();
  const recipientPublicKey = await suite.kem.importKey('jwk', key.jwk, true);
  const sender = await suite.createSenderContext({ recipientPublicKey, info: requestInfo });
  const aad = associatedData({ path: `/galaxy${path}`, token, terminal: 'web', locale: 'en' });
  const text =
    typeof inside === 'string'
      ? inside
      : JSON.stringify({
          ts: now() + ts,
          requestId: newId(sealedApp.clocks.wall()),
          deviceId,
          ...(inside as object),
        });
  const ct = await sender.seal(new TextEncoder().encode(text), aad);
  return {
    v: 1,
    kid: key.kid,
    enc: Buffer.from(sender.enc).toString('base64url'),
    ct: Buffer.from(ct).toString('base64url'),
  };
}

const deviceId = randomBytes(16).toString('base64url');
const now = () => sealedApp.clocks.wall().epochMilliseconds;
let keys: { kid: string; jwk: { kty: 'EC'; crv: 'P-256'; x: string; y: string } }[] = [];
const sealedKeys = () => keys as [(typeof keys)[number]];
const bound = { 'x-terminal-type': 'web', 'x-local': 'en' };

const init = () => send({ path: '/init', body: '{}' });
beforeAll(async () => {
  keys = JSON.parse((await init()).text).data.keyList.keys;
});

test('/init works without an envelope and returns the keys', async () => {
  const { status, text } = await init();
  expect([status, JSON.parse(text).code, keys.length > 0]).toEqual([200, '0000', true]);
});

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Sets an unused bit of the last base64 character, which leaves the bytes the same. */
const spare = (text: string) =>
  text.slice(0, -1) + (letters[letters.indexOf(text.at(-1) ?? 'A') | 1] ?? '');

test('a body that cannot be opened gets one of three plain responses of equal length', async () => {
  const good = await seal({ body: {} });
  const changed = (text: string) =>
    text.startsWith('A') ? `B${text.slice(1)}` : `A${text.slice(1)}`;
  const bad = [
    { body: 'no json' },
    { body: '[]' },
    { body: JSON.stringify(good).replace('{', '{"v":1,') },
    { body: JSON.stringify(good).replace('{', '{"\\u0076":1,'), headers: bound },
    { body: '{}' },
    {
      body: JSON.stringify({
        ts: now(),
        requestId: newId(sealedApp.clocks.wall()),
        deviceId,
        body: {},
      }),
    },
    { body: JSON.stringify({ ...good, v: 2 }) },
    { body: `\uFEFF${JSON.stringify(good)}`, headers: bound },
    { body: new Uint8Array(Buffer.from(JSON.stringify(good), 'utf16le')), headers: bound },
    { body: JSON.stringify({ ...good, more: 1 }) },
    { body: JSON.stringify({ ...good, enc: changed(good.enc) }), headers: bound },
    { body: JSON.stringify({ ...good, enc: 'AAAA' }), headers: bound },
    { body: JSON.stringify({ ...good, enc: spare(good.enc) }), headers: bound },
    { body: JSON.stringify({ ...good, enc: `${good.enc}=` }), headers: bound },
    {
      body: JSON.stringify({ ...good, enc: Buffer.alloc(65, 4).toString('base64url') }),
      headers: bound,
    },
    { body: JSON.stringify({ ...good, enc: `${good.enc.slice(0, 43)}A` }), headers: bound },
    { body: JSON.stringify({ ...good, kem: 32 }), headers: bound },
    { body: JSON.stringify({ ...good, ct: changed(good.ct) }), headers: bound },
    { body: JSON.stringify({ ...good, ct: 'AAAA' }), headers: bound },
    { body: JSON.stringify(good), headers: { ...bound, 'x-auth-token': 'another' } },
    { body: JSON.stringify(good), headers: { ...bound, 'x-local': 'fil' } },
    { body: JSON.stringify(good), headers: bound, path: '/user/info' },
    { body: JSON.stringify(await seal('no json')), headers: bound },
    { body: JSON.stringify(await seal('{"ts":1}')), headers: bound },
    { body: JSON.stringify(await seal({ body: {}, more: 1 })), headers: bound },
    { body: JSON.stringify(await seal(contentsWith('{"__proto__":{"x":1}}'))), headers: bound },
    { body: JSON.stringify(await seal(contentsWith('{"a":[{"constructor":1}]}'))), headers: bound },
    { body: JSON.stringify(await seal(contentsWith('{"a":{"prototype":{}}}'))), headers: bound },
    { body: JSON.stringify(await seal({ body: nested(30) })), headers: bound },
    { body: JSON.stringify(await seal(contentsWith('{"phone":"a","phone":"b"}'))), headers: bound },
    {
      body: JSON.stringify(await seal(contentsWith('[{"x":[{}],"y":":","\\u0078":1}]'))),
      headers: bound,
    },
  ];
  const answers = await Promise.all(bad.map(send));
  for (const [index, answer] of answers.entries()) {
    expect([index, answer.status, JSON.parse(answer.text).code]).toEqual([
      index,
      400,
      codes.bodyUnreadable,
    ]);
  }
  const unknown = await send({ body: JSON.stringify({ ...good, kid: 'k-none' }), headers: bound });
  const stale = await send({
    body: JSON.stringify(await seal({ body: {} }, { ts: 121_000 })),
    headers: bound,
  });
  expect([JSON.parse(unknown.text).code, JSON.parse(stale.text)]).toEqual([
    codes.keyUnknown,
    {
      code: codes.clockWrong,
      message: 'Your phone’s clock is off. Set it to automatic and try again.',
      data: { serverTimeMs: now() },
    },
  ]);
  expect(
    new Set([...answers, unknown, stale].map((answer) => Buffer.byteLength(answer.text))),
  ).toEqual(new Set([512]));
});

/** Returns the contents of an envelope whose body is the given raw JSON. */
const contentsWith = (body: string) =>
  `{"ts":${now()},"requestId":"${newId(sealedApp.clocks.wall())}","deviceId":"${deviceId}","body":${body}}`;

test('accepts JSON that repeats a key in another object or as a value', async () => {
  const body = `{"a":[{"x":1},{"x":2}],"b":{"a":"a"},"c":"\\"c\\":","d\\\\":1,"d":{"":0},"e":["e","e"]}`;
  const { text } = await send({
    body: JSON.stringify(await seal(contentsWith(body))),
    headers: bound,
  });
  expect(JSON.parse(text)).toMatchObject({ v: 1, ct: expect.any(String) });
});

test('calls with phone numbers or codes take at least 250 ms, whatever the outcome', async () => {
  const { rests } = plainApp.pace;
  const ask = async (path: string, body: unknown) => {
    const before = rests.length;
    const inside = { ts: 0, requestId: newId(plainApp.clocks.wall()), deviceId, body };
    const { text } = await sendTo(plainApp, { path, body: JSON.stringify(inside) });
    return [JSON.parse(text).code, rests.slice(before)];
  };
  const known = await plainApp.person();
  const code = { challengeId: newId(plainApp.clocks.wall()), code: '123456', agreementVersion };
  for (const phone of [known.life.phone, '+639175559900']) {
    const login = { by: 'password', phone, password: 'mali po ito', agreementVersion };
    expect(await ask('/v2/logonRegister', login)).toEqual([codes.loginWrong, [250]]);
    expect(await ask('/v2/logonRegister', { by: 'code', phone, ...code })).toEqual([
      codes.codeWrong,
      [250],
    ]);
    expect(await ask('/register', { phone, ...code, password: 'mali po ito' })).toEqual([
      codes.codeWrong,
      [250],
    ]);
  }
  expect(await ask('/code/sms', { phone: '+639175559901', purpose: 'register' })).toEqual([
    '0000',
    [250],
  ]);
  expect(await ask('/code/sms', { phone: '1', purpose: 'register' })).toEqual([
    codes.inputInvalid,
    [250],
  ]);
  expect(await ask('/user/info', {})).toEqual([codes.sessionInvalid, []]);
});

function nested(levels: number): unknown {
  return levels === 0 ? 1 : { a: nested(levels - 1) };
}

test('a call whose body breaks off is refused as bodyUnreadable', async () => {
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('{"v":1,'));
      stream.error(new Error('aborted'));
    },
  });
  const headers = { 'content-type': 'application/json', 'content-length': '5000' };
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
  const answer = await sealedApp.listener.fetch(
    new Request('http://localhost:8080/galaxy/user/multi', init),
  );
  expect([answer.status, JSON.parse(await answer.text()).code]).toEqual([
    400,
    codes.bodyUnreadable,
  ]);
});

test('checks a request’s length and path before anything else', async () => {
  expect((await send({ body: 'x'.repeat(70_000) })).status).toBe(413);
  // This call accepts a large body only from a caller with a login.
  expect((await send({ path: '/picture/upload', body: 'x'.repeat(70_000) })).status).toBe(401);
  expect((await send({ body: '{}', headers: { 'content-type': 'text/plain' } })).status).toBe(400);
  expect((await send({ path: '/no/such', body: '{}' })).status).toBe(404);
  const bare = new Request('http://localhost:8080/galaxy/init', { method: 'POST', body: '{}' });
  expect((await sealedApp.listener.fetch(bare)).status).toBe(411);
  expect(
    (await sealedApp.listener.fetch(new Request('http://localhost:8080/galaxy/init'))).status,
  ).toBe(404);
  expect(
    (
      await sealedApp.listener.fetch(
        new Request('http://localhost:8080/hooks/sandbox', { method: 'POST' }),
      )
    ).status,
  ).toBe(404);
});

test('quickly refuses JSON with more than 2,000 commas and opening brackets', async () => {
  // Parses a list with one opening bracket and `commas` commas.
  const listOf = (commas: number) => parseJson(Buffer.from(`[${'1,'.repeat(commas)}1]`));
  expect([listOf(1999), listOf(2000)]).toEqual([expect.any(Array), null]);
  const bodies = [`[${'{},'.repeat(16_000)}{}]`, '['.repeat(60_000), `[${'1,'.repeat(30_000)}1]`];
  const sendAll = async () => {
    for (const body of bodies) expect((await send({ body })).status).toBe(400);
  };
  expect(await effortMs(sendAll)).toBeLessThan(250);
});

test('every response has the security headers', async () => {
  for (const [path, body] of [
    ['/init', '{}'],
    ['/user/multi', 'no'],
    ['/no/such', '{}'],
  ] as const) {
    const request = new Request(`http://localhost:8080/galaxy${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': String(body.length) },
      body,
    });
    const { headers } = await sealedApp.listener.fetch(request);
    expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'");
    expect([headers.get('x-content-type-options'), headers.get('cache-control')], path).toEqual([
      'nosniff',
      'no-store',
    ]);
  }
});

test('a replayed write is refused and has no effect', async () => {
  const body = JSON.stringify(
    await seal({ body: { phone: '+639175559001', purpose: 'register' } }, { path: '/code/sms' }),
  );
  const first = await send({ path: '/code/sms', body, headers: bound });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => send({ path: '/code/sms', body, headers: bound })),
  );
  expect(first.status).toBe(200);
  expect(JSON.parse(first.text)).toMatchObject({
    v: 1,
    nonce: expect.any(String),
    ct: expect.any(String),
  });
  expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(400));
  expect(await sealedApp.db.selectFrom('sms_challenges').select('id').execute()).toHaveLength(1);
});

test.each(['/loan/product/cal', '/loan/apply', '/bankcard/delete'])(
  'a replay of %s is refused',
  async (path) => {
    const body = JSON.stringify(await seal({ body: {} }, { path }));
    const statuses = [];
    for (let time = 0; time < 2; time += 1)
      statuses.push((await send({ path, body, headers: bound })).status);
    expect(statuses).toEqual([200, 400]);
  },
);

test('refuses a borrower’s call without a session, in X-Local’s language', async () => {
  const client = sealedClient();
  const refused = await client.ask(userMulti, {});
  expect([refused.code, refused.name]).toEqual(['1003', 'sessionInvalid']);
  const body = JSON.stringify({
    ts: now(),
    requestId: newId(plainApp.clocks.wall()),
    deviceId,
    body: {},
  });
  const say = async (locale: string) => {
    const request = new Request('http://localhost:8080/galaxy/user/multi', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': String(body.length),
        'x-local': locale,
      },
      body,
    });
    return (await (await plainApp.listener.fetch(request)).json()).message as string;
  };
  const [english, filipino] = [await say('en'), await say('fil')];
  expect(english.length > 10 && filipino.length > 10 && english !== filipino).toBe(true);
});

test('serves exactly the calls in the contract, each of them once', () => {
  const served = plainApp.app.served.map(({ call }) => call.path).sort();
  expect(served).toEqual(allCalls.map((call) => call.path).sort());
  expect(new Set(served).size).toBe(served.length);
});

test('a refusal names unknown fields; an invalid token is refused as sessionInvalid', async () => {
  const anna = await plainApp.person();
  const refused = await anna.client.ask(userInfo, { more: 1 } as never);
  expect([refused.name, refused.data]).toEqual(['inputInvalid', { fields: ['more'] }]);
  anna.client.token = 'x'.repeat(43);
  expect((await anna.client.ask(bankcardList, {})).name).toBe('sessionInvalid');
});

test('a token is invalid after logout', async () => {
  const anna = await plainApp.person();
  const { token } = anna.client;
  await anna.client.must(logout, {});
  anna.client.token = token;
  expect((await anna.client.ask(userInfo, {})).name).toBe('sessionInvalid');
});

test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
  'returns 404 for the method %s',
  async (method) => {
    for (const at of ['/', '/galaxy/init'])
      expect(
        (await sealedApp.listener.fetch(new Request(`http://localhost:8080${at}`, { method })))
          .status,
      ).toBe(404);
  },
);
