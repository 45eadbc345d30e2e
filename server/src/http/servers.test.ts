// Tests that several servers on one database and data folder share replay memory, keys and
// settings.
import type { Hono } from 'hono';
import { expect, test } from 'vitest';
import { inTx } from '#/db/database.ts';
import { newId, randomBytes } from '#/platform/random.ts';
import { testApp } from '#/testing/app.ts';
import { sealFor } from '#/testing/seal.ts';
import { storeSetting } from '#/testing/settings.ts';
import { deleteExpiredEnvelopes } from './replay.ts';

const app = await testApp({ isEmpty: true, env: { ALLOW_PLAIN: '0' } });
const otherServer = await app.another();
const bound = { path: '/galaxy/code/sms', token: '', terminal: 'web', locale: 'en' } as const;

async function envelope(phone: string) {
  const [key] = app.keys.list(app.clocks.wall()).keys;
  if (!key) throw new Error('no key');
  const inside = {
    ts: app.clocks.wall().epochMilliseconds,
    requestId: newId(app.clocks.wall()),
    deviceId: randomBytes(16).toString('base64url'),
    body: { phone, purpose: 'register' },
  };
  return JSON.stringify((await sealFor(key, bound, JSON.stringify(inside))).request);
}

async function post(to: Hono, body: string, path = '/code/sms') {
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'x-terminal-type': 'web',
    'x-local': 'en',
  };
  const answer = await to.fetch(
    new Request(`http://localhost:8080/galaxy${path}`, { method: 'POST', headers, body }),
  );
  return { status: answer.status, json: await answer.json() };
}

const challenges = async () =>
  (await app.db.selectFrom('sms_challenges').select('id').execute()).length;

test('an envelope sent to several servers takes effect once', async () => {
  const body = await envelope('+639175559101');
  const tries = Array.from({ length: 20 }, (_, nth) =>
    post(nth % 2 ? app.listener : otherServer.listener, body),
  );
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  const third = await app.another();
  expect(await post(third.listener, body)).toMatchObject({
    status: 400,
    json: { code: '1001', data: null },
  });
  expect(await challenges()).toBe(1);
});

test('refuses a replay, first as a known envelope, later as too old', async () => {
  const before = await challenges();
  const body = await envelope('+639175559102');
  expect((await post(app.listener, body)).status).toBe(200);
  app.clocks.addMs(119_000);
  await deleteExpiredEnvelopes(app.db, app.clocks.wall());
  expect((await post(otherServer.listener, body)).json.code).toBe('1001');
  app.clocks.addMs(2_000);
  expect((await post(otherServer.listener, body)).json.code).toBe('1004');
  app.clocks.addMs(600_000);
  await deleteExpiredEnvelopes(app.db, app.clocks.wall());
  expect((await post(otherServer.listener, body)).json.code).toBe('1004');
  expect(await app.db.selectFrom('replay_cache').selectAll().execute()).toEqual([]);
  expect(await challenges()).toBe(before + 1);
});

test('the next day’s key is in force on every server at the same moment', async () => {
  const lists = () => [app, otherServer].map(({ keys }) => keys.list(app.clocks.wall()));
  const [before] = lists();
  app.clocks.addMs(24 * 3600_000);
  const [here, there] = lists();
  expect(here).toEqual(there);
  expect(here?.keys[1]).toEqual(before?.keys[0]);
  expect((await post(otherServer.listener, await envelope('+639175559103'))).status).toBe(200);
});

test('a changed setting reaches every server within five seconds', async () => {
  for (const server of [app, otherServer])
    expect((await server.context.settings.shown()).announcement).toBe('');
  await inTx(app.db, (tx) =>
    storeSetting(tx, 'announcement', 'Sarado bukas', 'test', app.clocks.wall()),
  );
  expect((await otherServer.context.settings.shown()).announcement).toBe('');
  app.clocks.addMs(4_999);
  for (const server of [app, otherServer])
    expect((await server.context.settings.shown()).announcement).toBe('Sarado bukas');
});
