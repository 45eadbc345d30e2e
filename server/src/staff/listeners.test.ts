// Tests that each of the three listeners serves only its own paths, so that borrowers cannot reach
// health, ops or webhooks.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createStatic } from '#/http/static.ts';
import { testApp } from '#/testing/app.ts';
import { testOps } from './testing.ts';

const dist = fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-doors-'));
afterAll(() => fs.rmSync(dist, { recursive: true }));
fs.writeFileSync(
  path.join(dist, 'index.html'),
  '<!doctype html><title>shell</title><script type="application/json" id="keys"></script>',
);

fs.writeFileSync(path.join(dist, 'styles.json'), '{}');
const built = await testApp();
const serve = createStatic({ dist, keys: () => '{}' });
const borrowers = built.app.listener({ page: serve });
const { listener: inside, person } = testOps(built.context);
const { key } = await person('engineer');

async function statusOf(
  app: { fetch(request: Request): Response | Promise<Response> },
  method: string,
  at: string,
): Promise<number> {
  const body = method === 'POST' ? '{}' : null;
  const headers = { authorization: `Bearer ${key}`, ...(body ? { 'content-length': '2' } : {}) };
  return (await app.fetch(new Request(`http://localhost${at}`, { method, headers, body }))).status;
}

const ofStaff = ['/ops', '/ops/', '/ops/audit/head', '/livez', '/readyz', '/alarms', '/metrics'];

test.each(['GET', 'POST', 'PUT', 'OPTIONS'])(
  'the borrowers’ listener serves no staff or gateway path to %s requests with a valid key',
  async (method) => {
    for (const at of [...ofStaff, '/hooks/sandbox'])
      expect(await statusOf(borrowers, method, at), at).toBe(404);
    for (const at of [
      '/%6fps/audit/head',
      '//ops/audit/head',
      '/home/../ops/audit/head',
      '/OPS/audit/head',
    ]) {
      const answer = await borrowers.fetch(
        new Request(`http://localhost${at}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-length': '2' },
          body: '{}',
        }),
      );
      expect([answer.status, await answer.text()], at).toEqual([
        404,
        expect.not.stringContaining('data'),
      ]);
    }
  },
);

test('the listeners for gateways and for staff serve only their own paths', async () => {
  for (const at of [...ofStaff, '/galaxy/init', '/home'])
    expect(await statusOf(built.app.hooks, 'POST', at), at).toBe(404);
  for (const at of ['/galaxy/init', '/hooks/sandbox', '/home', '/metrics']) {
    for (const method of ['GET', 'POST']) expect(await statusOf(inside, method, at), at).toBe(404);
  }
  expect(await statusOf(inside, 'GET', '/ops/audit/head')).toBe(404);
  expect(await statusOf(inside, 'POST', '/ops/audit/head')).toBe(200);
  expect(await statusOf(borrowers, 'GET', '/home')).toBe(200);
});
