// Tests who may call the desk, and how its sessions begin and end.
import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { dayMs, hourMs, minuteMs } from '@sandali/contract/day.ts';
import { deskPaths } from '@sandali/contract/desk.ts';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '#/testing/context.ts';
import { type Browser, testDesk } from './testing.ts';

const dist = fs.mkdtempSync(path.join(os.tmpdir(), 'desk-'));
afterAll(() => fs.rmSync(dist, { recursive: true }));
fs.mkdirSync(path.join(dist, 'assets'));
fs.writeFileSync(path.join(dist, 'index.html'), '<title>The desk</title>');
fs.writeFileSync(path.join(dist, 'assets/app-1a2b.js'), 'start();');

const { app, clocks } = await testContext();
const desk = testDesk(app, { dist });
const { browser, person, lastRow } = desk;
const sol = await person('support');
const [ana, ben] = [await person('engineer'), await person('engineer')];

async function signedIn(name: string): Promise<Browser> {
  const own = browser();
  expect((await own.signInAs(name)).status).toBe(200);
  return own;
}
const statusOf = async (own: Browser) => (await own.session()).status;

test('a session shows and runs the commands of its roles, and the trail says so', async () => {
  const own = browser();
  expect(await statusOf(own)).toBe(401);
  const { data, headers } = await own.signInAs(sol.name);
  expect(data).toMatchObject({ name: sol.name, roles: ['support'], isSandbox: true });
  expect(headers.get('set-cookie')?.split('; ').slice(1).toSorted()).toEqual([
    'HttpOnly',
    'Max-Age=28800',
    'Path=/desk',
    'SameSite=Strict',
  ]);
  expect(data.commands.length).toBeGreaterThan(10);
  expect(data.commands.filter(({ roles }) => !roles.includes('support'))).toEqual([]);
  expect(await own.run('staff suspend', { name: ana.name }, { reason: 'stop' })).toMatchObject({
    status: 200,
    data: { name: ana.name },
  });
  expect(await lastRow()).toMatchObject({
    who: sol.name,
    role: 'support',
    act: 'ops staff suspend',
    detail: { via: 'desk' },
  });
  for (const { ask } of [ben, await person('engineer')])
    await ask('staff resume', { name: ana.name }, { reason: 'a test' });
});

test('a change that is sent again after its answer was lost is carried out once', async () => {
  const own = await signedIn(sol.name);
  const suspend = (act: string, reason?: string) =>
    own.run('staff suspend', { name: ana.name }, { act, ...(reason && { reason }) });
  const act = randomUUID();
  // A refused change is not carried out, so it may be sent again.
  expect((await suspend(act)).status).toBe(422);
  const both = await Promise.all([suspend(act, 'stop'), suspend(act, 'stop')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(both.map(({ wrong }) => wrong).join('')).toContain('done already');
  expect((await lastRow())?.detail).toMatchObject({ outcome: 'repeated' });
  for (const { ask } of [ben, await person('engineer')])
    await ask('staff resume', { name: ana.name }, { reason: 'a test' });
});

test('a forged call of a command of another role is refused and recorded', async () => {
  const own = await signedIn(sol.name);
  const forged = await own.run('staff end', { name: ben.name }, { reason: 'try' });
  expect(forged).toMatchObject({ status: 403, wrong: expect.stringContaining('is for engineer') });
  expect(await lastRow()).toMatchObject({
    who: sol.name,
    detail: { outcome: 'denied', via: 'desk' },
  });
});

const run = `${deskPaths.commands}/approvals/list`;
test.each<[string, string, Record<string, string>]>([
  ['another host', run, { host: 'rebound.example:8082' }],
  ['the address of this machine', run, { host: '127.0.0.1:8082' }],
  ['another site', run, { 'sec-fetch-site': 'cross-site' }],
  ['another port of this machine', run, { 'sec-fetch-site': 'same-site' }],
  ['no page at all', run, { 'sec-fetch-site': '' }],
  ['another origin', run, { origin: 'http://localhost:9999' }],
  ['no origin', run, { origin: '' }],
  ['a form', run, { 'content-type': 'application/x-www-form-urlencoded' }],
  ['plain text', run, { 'content-type': 'text/plain' }],
  ['the sign-in from another site', deskPaths.sandboxSignIn, { 'sec-fetch-site': 'cross-site' }],
])('a call from %s is refused', async (_, at, headers) => {
  const own = await signedIn(sol.name);
  const answer = await own.send(at, {}, headers);
  expect(answer).toMatchObject({ status: 403, wrong: expect.stringMatching(/\.$|\/desk$/) });
  expect(await statusOf(own)).toBe(200);
});

test('a command is never a GET, and no other page reads a session', async () => {
  const own = await signedIn(sol.name);
  expect((await own.send(run)).status).toBe(404);
  expect((await own.send(deskPaths.session, undefined, { 'sec-fetch-site': 'none' })).status).toBe(
    403,
  );
});

test('a session opens no ops API, and a key opens no desk', async () => {
  const own = await signedIn(sol.name);
  expect((await own.send('/ops/approvals/list', {})).status).toBe(401);
  expect((await own.send('/ops')).status).toBe(401);
  const key = { authorization: `Bearer ${sol.key}` };
  expect((await browser().send(run, { input: {} }, key)).status).toBe(401);
  expect((await browser().send(deskPaths.session, undefined, key)).status).toBe(401);
});

test('a session ends after 15 idle minutes', async () => {
  const own = await signedIn(sol.name);
  for (let used = 0; used < 3; used += 1) {
    clocks.addMs(14 * minuteMs);
    expect(await statusOf(own)).toBe(200);
  }
  clocks.addMs(15 * minuteMs);
  expect(await statusOf(own)).toBe(401);
});

test('a session in use ends after 8 hours', async () => {
  const own = await signedIn(sol.name);
  for (let ms = 0; ms < 8 * hourMs - 10 * minuteMs; ms += 10 * minuteMs) {
    clocks.addMs(10 * minuteMs);
    expect(await statusOf(own)).toBe(200);
  }
  clocks.addMs(10 * minuteMs);
  expect(await statusOf(own)).toBe(401);
});

test('a suspension ends a session at once and for good', async () => {
  const mina = await person('manager');
  const [own, unused] = [await signedIn(mina.name), await signedIn(mina.name)];
  await ana.ask('staff suspend', { name: mina.name }, { reason: 'a test' });
  const refused = await own.run('approvals list');
  expect(refused).toMatchObject({ status: 401, wrong: expect.stringContaining('is suspended') });
  expect(await lastRow()).toMatchObject({ who: mina.name, detail: { outcome: 'suspended' } });
  for (const { ask } of [ana, ben])
    await ask('staff resume', { name: mina.name }, { reason: 'a test' });
  expect([await statusOf(own), await statusOf(unused)]).toEqual([401, 401]);
  clocks.addMs(1);
  expect(await statusOf(await signedIn(mina.name))).toBe(200);
});

test('the end and the expiry of a key end its session', async () => {
  const mina = await person('manager');
  const own = await signedIn(mina.name);
  for (const { ask } of [ana, ben])
    await ask('staff end', { name: mina.name }, { reason: 'has left' });
  expect(await statusOf(own)).toBe(401);
  const rita = await person('reviewer');
  clocks.addMs(180 * dayMs - 10 * minuteMs);
  const late = await signedIn(rita.name);
  clocks.addMs(10 * minuteMs);
  expect(await statusOf(late)).toBe(401);
});

test('a sign-out ends this session or all, and a sign-in replaces the token', async () => {
  const coco = await person('compliance');
  const [one, two, three] = [
    await signedIn(coco.name),
    await signedIn(coco.name),
    await signedIn(coco.name),
  ];
  const earlier = one.cookie();
  await one.signInAs(coco.name);
  const stolen = await browser().send(deskPaths.session, undefined, { cookie: earlier });
  expect(stolen.status).toBe(401);
  expect((await one.signOut()).status).toBe(200);
  expect([await statusOf(one), await statusOf(two)]).toEqual([401, 200]);
  await two.signOut(true);
  expect([await statusOf(two), await statusOf(three)]).toEqual([401, 401]);
  expect(await lastRow()).toMatchObject({ who: coco.name, act: 'deskSignedOut' });
});

test('production has no sign-in without a passkey', async () => {
  const own = testDesk(app, { isSandbox: false }).browser();
  expect((await own.signInAs(sol.name)).status).toBe(404);
  expect((await own.send(deskPaths.sandboxStaff)).status).toBe(404);
  const cookie = (await signedIn((await person('support')).name)).cookie();
  expect((await own.send(deskPaths.session, undefined, { cookie })).status).toBe(401);
});

test('only hashed assets are cached, and no other page may frame or script the desk', async () => {
  const own = browser();
  for (const at of ['/desk', '/desk/', '/desk/people/x.y', '/desk/index.html']) {
    const page = await own.send(at, undefined, { 'sec-fetch-site': 'none' });
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const policy = page.headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; script-src 'self';.*frame-ancestors 'none'/);
    expect(policy).not.toContain('unsafe');
    expect(page.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  }
  const script = await own.send('/desk/assets/app-1a2b.js');
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect((await own.send('/desk/assets/other.js')).status).toBe(404);
  expect((await own.send('/desk', undefined, { host: 'rebound.example' })).status).toBe(403);
  const unbuilt = await testDesk(app).browser().send('/desk');
  expect(unbuilt.status).toBe(503);
});
