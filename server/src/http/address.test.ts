import { Hono } from 'hono';
import { expect, test } from 'vitest';

import { manualClocks } from '#/platform/clock.ts';
import { createLog } from '#/platform/log.ts';
import { addressOf } from './address.ts';
import { alarmOfProxies } from './headers.ts';

async function addressFor(
  from: string | undefined,
  header: string | null,
  trustedProxies: number,
): Promise<string> {
  const app = new Hono().get('/', (c) => c.text(String(addressOf(c, trustedProxies))));
  const env = { incoming: { socket: { remoteAddress: from } } };
  return await (
    await app.request('/', { headers: header === null ? {} : { 'x-forwarded-for': header } }, env)
  ).text();
}

test.each([
  ['203.0.113.7', '198.51.100.1', 0, '203.0.113.7'],
  ['10.0.0.1', '198.51.100.1', 1, '198.51.100.1'],
  ['10.0.0.1', '6.6.6.6, 198.51.100.1', 1, '198.51.100.1'],
  ['10.0.0.1', '6.6.6.6, 198.51.100.1, 10.0.0.2', 2, '198.51.100.1'],
  ['10.0.0.1', '198.51.100.1', 2, '10.0.0.1'],
  ['10.0.0.1', 'nobody', 1, '10.0.0.1'],
  ['10.0.0.1', null, 1, '10.0.0.1'],
  ['::ffff:203.0.113.7', null, 0, '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', null, 0, '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', null, 0, '2001:db8:1:2::/64'],
  ['2001:db8::9', null, 0, '2001:db8:0:0::/64'],
  ['fe80::1%eth0', null, 0, 'fe80:0:0:0::/64'],
  ['::1', null, 0, '0:0:0:0::/64'],
  [undefined, null, 0, 'unknown'],
])(
  'a connection from %s with X-Forwarded-For %s, behind %i proxies, has the address %s',
  async (from, header, trustedProxies, address) => {
    expect(await addressFor(from, header, trustedProxies)).toBe(address);
  },
);

test('a call from inside the process has no address', async () => {
  const app = new Hono().get('/', (c) => c.text(String(addressOf(c, 1))));
  expect(await (await app.request('/', { headers: { 'x-forwarded-for': '6.6.6.6' } })).text()).toBe(
    'null',
  );
});

test('X-Forwarded-For raises an alarm once an hour if no trusted proxy is configured', async () => {
  const lines: string[] = [];
  const clocks = manualClocks('2026-11-23T02:00:00Z');
  const app = new Hono()
    .use(alarmOfProxies({ log: createLog('warn', (line) => void lines.push(line)), clocks }))
    .get('/', (c) => c.text(''));
  const passedOn = async () =>
    await app.request('/', { headers: { 'x-forwarded-for': '10.1.2.3' } });
  await app.request('/');
  expect(lines).toEqual([]);
  for (let nth = 0; nth < 3; nth++) await passedOn();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'proxy alarm', msg: expect.stringContaining('TRUSTED_PROXIES is 0') },
  ]);
  clocks.addMs(3_600_000);
  await passedOn();
  expect(lines).toHaveLength(2);
});
