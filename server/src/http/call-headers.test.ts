// Tests the headers of calls (origin, version, language) and HSTS.
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { userStatusQuery } from '@sandali/contract/home.ts';
import { init } from '@sandali/contract/init.ts';
import { configQuery } from '@sandali/contract/settings.ts';
import { expect, test } from 'vitest';
import { newId, randomBytes } from '#/platform/random.ts';
import { codesOf } from '#/sandbox/store.ts';
import { testApp } from '#/testing/app.ts';
import { sealFor } from '#/testing/seal.ts';
import { storeSetting } from '#/testing/settings.ts';

const sealedOnly = await testApp({ isEmpty: true, env: { ALLOW_PLAIN: '0' } });
/** A test app that does not trust any proxy. */
const bare = await testApp();
const app = await testApp({
  isEmpty: true,
  checksBooks: 'atEnd',
  env: { ORIGIN: 'https://sandali.localhost', SANDBOX_PROXIES: '1', LOG_LEVEL: 'debug' },
});
const own = 'http://inside:8080';

type Sent = {
  path?: string;
  headers?: Record<string, string>;
  at?: string;
  env?: unknown;
  body?: object;
};

async function send({ path = '/config/query', headers = {}, at = own, env, body = {} }: Sent) {
  const inside = {
    ts: 0,
    requestId: newId(app.clocks.wall()),
    deviceId: randomBytes(16).toString('base64url'),
    body,
  };
  const sent = JSON.stringify(path === '/init' ? {} : inside);
  const all = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(sent)),
    ...headers,
  };
  const answer = await app.listener.fetch(
    new Request(`${at}/galaxy${path}`, { method: 'POST', headers: all, body: sent }),
    env,
  );
  const text = await answer.text();
  return {
    status: answer.status,
    code: JSON.parse(text).code as string,
    message: JSON.parse(text).message as string,
    text,
    answer,
  };
}

test.each([
  [{}, 200],
  [{ origin: 'https://sandali.localhost' }, 200],
  [{ origin: 'http://inside:8080', 'sec-fetch-site': 'same-origin' }, 200],
  [{ origin: 'https://inside:8080' }, 200],
  [{ origin: 'http://inside:8080', 'x-forwarded-proto': 'https' }, 403],
  [{ origin: 'https://inside:8080', 'x-forwarded-proto': 'https' }, 200],
  [{ origin: 'http://sandali.localhost' }, 403],
  [{ origin: 'https://evil.example' }, 403],
  [{ origin: 'https://sandali.localhost.evil.example' }, 403],
  [{ origin: 'null' }, 403],
  [{ origin: '' }, 403],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'same-site' }, 403],
  [{ origin: 'https://sandali.localhost', 'sec-fetch-site': 'cross-site' }, 403],
])('a call with the origin headers %j gets status %i', async (headers, status) => {
  const answered = await send({ headers: headers as Record<string, string> });
  expect([answered.status, answered.code]).toEqual([status, status === 200 ? '0000' : '1013']);
  expect(answered.answer.headers.get('access-control-allow-origin')).toBeNull();
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  '',
])('refuses the content type %s, which a form on another site can send', async (type) => {
  expect(await send({ headers: { 'content-type': type } })).toMatchObject({
    status: 400,
    code: '1001',
  });
});

test('a CORS preflight request gets 404 and no permission', async () => {
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
  const answer = await app.listener.fetch(
    new Request(`${own}/galaxy/config/query`, { method: 'OPTIONS', headers }),
  );
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([404, null]);
});

test.each([
  'x-channel',
  'x-sub-channel',
  'x-local',
  'x-terminal-type',
  'x-version',
  'x-advertising-id',
  'x-appsflyer-id',
  'x-encrypted',
])('header %s accepts short printable text and is not repeated in the response', async (name) => {
  for (const unprintable of ['a\tb', 'a\x01b', 'caf\u00e9', 'a\x7fb', 'x'.repeat(201)])
    expect(await send({ headers: { [name]: unprintable } })).toMatchObject({
      status: 400,
      code: '1001',
    });
  const answered = await send({ headers: { [name]: 'canary <b>' } });
  expect(answered.status).toBe(200);
  expect(JSON.stringify([...answered.answer.headers]) + answered.text).not.toContain('canary');
  expect(() => new Headers({ [name]: 'a\r\nx-evil: 1' })).toThrow();
});

test('a server that accepts only sealed calls ignores the X-Encrypted header', async () => {
  const [key] = sealedOnly.keys.list(sealedOnly.clocks.wall()).keys;
  if (!key) throw new Error('no key');
  for (const flag of ['0', '1', 'off', '']) {
    const ts = sealedOnly.clocks.wall().epochMilliseconds;
    const inside = JSON.stringify({
      ts,
      requestId: newId(app.clocks.wall()),
      deviceId: 'c2FuZGFsaS10ZXN0LWRldg',
      body: {},
    });
    const bound = { path: '/galaxy/config/query', token: '', terminal: 'web', locale: 'en' };
    const sealed = await sealFor(key, bound, inside);
    const post = async (body: string) => {
      const sent = { 'x-terminal-type': 'web', 'x-local': 'en', 'x-encrypted': flag };
      const headers = {
        'content-type': 'application/json',
        'content-length': String(body.length),
        ...sent,
      };
      const answer = await sealedOnly.listener.fetch(
        new Request(`${own}/galaxy/config/query`, { method: 'POST', headers, body }),
      );
      return { status: answer.status, json: await answer.json() };
    };
    expect([flag, await post(inside)]).toMatchObject([
      flag,
      { status: 400, json: { code: '1001' } },
    ]);
    const opened = await post(JSON.stringify(sealed.request));
    expect([flag, opened.status, JSON.parse(sealed.open(opened.json)).code]).toEqual([
      flag,
      200,
      '0000',
    ]);
  }
});

test('refuses clients below the minimum version except in calls an update needs', async () => {
  const set = async (value: object) => {
    await storeSetting(app.db, 'minVersion', value, 'test', app.clocks.wall());
    app.context.settings.forget();
  };
  await set({ web: '1.2', native: '3.0.1' });
  const ask = async (version: string, terminal: string, path = '/user/info') =>
    (await send({ path, headers: { 'x-version': version, 'x-terminal-type': terminal } })).code;
  for (const [version, terminal] of [
    ['1.1.9', 'web'],
    ['0', 'web'],
    ['3.0.0', 'native'],
    ['1.2', 'native'],
  ] as const)
    expect([version, terminal, await ask(version, terminal)]).toEqual([version, terminal, '1006']);
  for (const [version, terminal] of [
    ['1.2', 'web'],
    ['1.10', 'web'],
    ['3.0.1', 'native'],
    ['', 'web'],
    ['newest', 'native'],
  ] as const)
    expect([version, terminal, await ask(version, terminal)]).toEqual([version, terminal, '1003']);
  for (const { path } of [init, configQuery]) expect(await ask('0.1', 'web', path)).toBe('0000');
  // Old clients may also call status, which tells borrowers to update (home/status.test.ts).
  expect(await ask('0.1', 'web', userStatusQuery.path)).toBe('1003');
  const { message } = await send({ path: '/user/info', headers: { 'x-version': '0.1' } });
  expect(message).toBe('Client version is too low please update the client');
  const phone = '+639175559201';
  expect(
    (
      await send({
        path: '/code/sms',
        headers: { 'x-version': '0.1' },
        body: { phone, purpose: 'register' },
      })
    ).code,
  ).toBe('1006');
  expect(await app.db.selectFrom('sms_challenges').select('id').execute()).toEqual([]);
  await set({ web: '0', native: '0' });
});

test('stores advertising ids only with consent, and never logs them', async () => {
  const rows = async () => await app.db.selectFrom('attributions').select('borrower_id').execute();
  const ids = {
    'x-sub-channel': 'canary-channel',
    'x-advertising-id': 'canary-ad',
    'x-appsflyer-id': 'canary-fly',
  };
  const signUp = async (phone: string, headers: Record<string, string>) => {
    const sms = await send({ path: '/code/sms', headers, body: { phone, purpose: 'register' } });
    await app.work();
    const [code] = await codesOf(app.db, phone);
    const { challengeId } = JSON.parse(sms.text).data;
    return await send({
      path: '/register',
      headers,
      body: { phone, challengeId, code, password: 'lihim na salita', agreementVersion },
    });
  };
  expect((await signUp('+639175559301', ids)).code).toBe('0000');
  expect((await signUp('+639175559302', { ...ids, 'x-advertising-consent': '0' })).code).toBe(
    '0000',
  );
  expect((await signUp('+639175559303', { 'x-advertising-consent': '1' })).code).toBe('0000');
  expect(await rows()).toEqual([]);
  expect((await signUp('+639175559304', { ...ids, 'x-advertising-consent': '1' })).code).toBe(
    '0000',
  );
  expect(await rows()).toHaveLength(1);
  expect(app.logLines.length).toBeGreaterThan(8);
  expect(app.logLines.join('')).not.toContain('canary');
});

test('a forged client version does not replace a session', async () => {
  for (const version of ['999', '1.0.0', 'x'])
    expect((await send({ path: '/user/info', headers: { 'x-version': version } })).code).toBe(
      '1003',
    );
});

test.each([
  [{ encrypted: true }, {}, 'https://sandali.localhost', true],
  [{}, { 'x-forwarded-proto': 'https' }, 'https://sandali.localhost', true],
  [{}, { 'x-forwarded-proto': 'http, https' }, 'https://sandali.localhost', true],
  [{}, { 'x-forwarded-proto': 'https, http' }, 'https://sandali.localhost', false],
  [{}, {}, 'http://sandali.localhost', false],
  [{ encrypted: true }, {}, 'https://localhost:8080', false],
])(
  'over a socket %j with headers %j, a response from %s has HSTS: %s',
  async (socket, headers, at, hasHsts) => {
    const { answer } = await send({
      at,
      headers: headers as Record<string, string>,
      env: { incoming: { socket } },
    });
    const hsts = answer.headers.get('strict-transport-security');
    expect(hsts).toBe(hasHsts ? 'max-age=31536000; includeSubDomains' : null);
  },
);

test('without a trusted proxy, X-Forwarded-Proto is ignored', async () => {
  const body = '{}';
  const headers = {
    'content-type': 'application/json',
    'content-length': '2',
    'x-forwarded-proto': 'https',
  };
  const answer = await bare.listener.fetch(
    new Request('http://sandali.localhost/galaxy/init', { method: 'POST', headers, body }),
    {
      incoming: { socket: {} },
    },
  );
  expect([answer.status, answer.headers.get('strict-transport-security')]).toEqual([200, null]);
});
