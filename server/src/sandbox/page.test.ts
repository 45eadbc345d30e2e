import * as fs from 'node:fs';
import * as path from 'node:path';
import { slow } from '@sandali/contract/slow.testing.ts';
import { startTestBank } from '@sandali/simulators/testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { movableClocks } from '#/platform/clock.ts';
import type { Config } from '#/platform/config.ts';
import { createLog } from '#/platform/log.ts';
import { inventedStaff } from '#/staff/seeded.ts';
import { testContext } from '#/testing/context.ts';
import { nextTenOClock, openSandboxClock, startWithinHours } from './clock.ts';
import { sandboxPage } from './page.ts';
import { paymentCharacters, payoutCharacters } from './sections.ts';
import { storedOffset } from './store.ts';

const clocks = movableClocks(0);
const config = { origin: 'http://localhost:8080', trustedProxies: 0 } as Config;
const { app } = await testContext({ clocks, config, log: createLog('silent') });
let program: Awaited<ReturnType<typeof startTestBank>>;
let page: ReturnType<typeof sandboxPage>;
beforeAll(async () => {
  program = await startTestBank();
  page = sandboxPage({
    context: app,
    clocks,
    bank: {
      url: program.url(),
      token: program.token,
      isShared: false,
      setOffset: program.setOffset,
    },
    staff: inventedStaff(app, []),
  });
});
afterAll(() => program.close());

const origin = { origin: 'http://localhost:8080', host: 'localhost:8080' };
const look = async (at: string, headers: Record<string, string> = origin) =>
  await page.request(`http://localhost:8080${at}`, { headers });
const press = async (
  action: string,
  fields: Record<string, string>,
  headers: Record<string, string> = origin,
) =>
  await page.request(`http://localhost:8080/${action}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
  });
const json = async (at: string, body?: unknown) => {
  const headers = { ...origin, 'content-type': 'application/json' };
  const answer = await page.request(
    `http://localhost:8080${at}`,
    body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
  );
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

test.each([
  ['2026-11-21T01:59:59Z', '2026-11-21T02:00:00Z', '2026-11-21T01:59:59Z'],
  ['2026-11-21T02:00:00Z', '2026-11-21T02:00:00Z', '2026-11-21T02:00:00Z'],
  ['2026-11-21T02:00:01Z', '2026-11-22T02:00:00Z', '2026-11-21T02:00:01Z'],
  ['2026-11-21T13:59:59Z', '2026-11-22T02:00:00Z', '2026-11-21T13:59:59Z'],
  ['2026-11-21T14:00:00Z', '2026-11-22T02:00:00Z', '2026-11-22T02:00:00Z'],
  ['2026-11-20T23:59:59Z', '2026-11-21T02:00:00Z', '2026-11-21T02:00:00Z'],
  ['2026-11-21T00:00:00Z', '2026-11-21T02:00:00Z', '2026-11-21T00:00:00Z'],
])('at %s the next 10:00 is %s and business time starts at %s', (at, ten, start) => {
  expect(nextTenOClock(Temporal.Instant.from(at)).toString()).toBe(ten);
  expect(startWithinHours(Temporal.Instant.from(at)).toString()).toBe(start);
});

test('business time starts at 10:00 in Manila and keeps its offset on later starts', async () => {
  const first = await openSandboxClock(app.db, { withSeeds: false });
  const at = first.now().toZonedDateTimeISO('Asia/Manila');
  expect([at.hour, at.minute]).toEqual([10, 0]);
  expect(await storedOffset(app.db)).toBe(first.offsetMs());
  const second = await openSandboxClock(app.db, { withSeeds: true });
  expect(second.offsetMs()).toBe(first.offsetMs());
  clocks.setOffset(first.offsetMs());
});

slow('the sandbox page escapes text and refuses scripts, other hosts and proxies', async () => {
  await app.db
    .insertInto('sandbox_messages')
    .values({
      message_id: '018f0000-0000-7000-8000-000000000001',
      phone: '+639171234567',
      text: '<b>123456</b> is your code',
      sent_at: clocks.now(),
    })
    .execute();
  const answer = await look('/');
  const text = await answer.text();
  expect(answer.status).toBe(200);
  expect(text).toContain('<span class="code">123456</span>');
  expect(text).toContain('&lt;b&gt;123456');
  expect(answer.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; .*form-action 'self'; frame-ancestors 'none'$/,
  );
  expect(text).not.toMatch(/<script| style="/);
  expect((await look('/', { host: 'rebound.example' })).status).toBe(403);
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
    expect((await look('/', { host: origin.host, [name]: '203.0.113.7' })).status).toBe(403);
  expect((await look('/?done=<script>')).status).toBe(200);
  expect(await (await look('/?done=moved')).text()).toContain('Business time has moved.');
});

test('the sandbox refuses forms from another site and API bodies that are not JSON', async () => {
  const before = clocks.offsetMs();
  expect(
    (await press('clock', { move: 'day' }, { host: origin.host, origin: 'https://evil.example' }))
      .status,
  ).toBe(403);
  expect(
    (
      await press(
        'clock',
        { move: 'day' },
        { host: origin.host, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      )
    ).status,
  ).toBe(403);
  expect((await press('api/clock', { days: '1' })).status).toBe(415);
  expect(clocks.offsetMs()).toBe(before);
});

test('the sandbox page moves business time only forward and stores its offset', async () => {
  const before = clocks.offsetMs();
  const moved = await press('clock', { move: 'day' });
  expect([moved.status, moved.headers.get('location')]).toEqual([303, '/sandbox?done=moved']);
  expect(clocks.offsetMs()).toBe(before + 86_400_000);
  expect(await storedOffset(app.db)).toBe(before + 86_400_000);
  expect((await json('/api/clock', { hours: 2 })).body.offsetMs).toBe(before + 93_600_000);
  expect(
    (
      await json('/api/clock', {
        to: clocks.now().subtract({ hours: 1 }).toString({ smallestUnit: 'second' }),
      })
    ).status,
  ).toBe(409);
  expect((await json('/api/clock', { days: 401 })).status).toBe(409);
  expect((await json('/api/clock', { days: -1 })).status).toBe(400);
  expect((await json('/api/state')).body.offsetMs).toBe(before + 93_600_000);
  expect((await press('clock', { move: 'back' })).headers.get('location')).toBe(
    '/sandbox?done=move.wrong',
  );
  await program.order('p1', '00112233');
  await program.hooks.wait('p1', 1);
  const paid = program.settlementLinesOf('p1')[0] as unknown as { at: string };
  expect(
    Math.abs(Temporal.Instant.from(paid.at).epochMilliseconds - clocks.now().epochMilliseconds),
  ).toBeLessThan(20_000);
});

test('the kiosk accepts a code once, and names the reason for each refusal', async () => {
  const endsAt = clocks.now().add({ hours: 2 }).toString();
  const issued = await program.call('/codes', {
    reference: 'c1',
    channel: 'sevenEleven',
    amountCentavos: 6_096_000,
    endsAt,
    payerName: 'JUAN',
  });
  const { code } = issued.body;
  expect(await (await look('/')).text()).toContain(`Pay ₱60,960.00`);
  expect(
    (await press('pay', { code: `${code.slice(0, 4)} ${code.slice(4)}`, pesos: '' })).headers.get(
      'location',
    ),
  ).toBe('/sandbox?done=paid#kiosk');
  expect((await press('pay', { code, pesos: '' })).headers.get('location')).toBe(
    '/sandbox?done=pay.alreadyPaid#kiosk',
  );
  expect((await press('pay', { code: '1', pesos: '12' })).headers.get('location')).toBe(
    '/sandbox?done=pay.unknownCode#kiosk',
  );
  expect((await press('pay', { code: '1', pesos: '1.234' })).headers.get('location')).toBe(
    '/sandbox?done=pay.malformed#kiosk',
  );
  expect(await json('/api/pay', { code })).toEqual({ status: 409, body: { wrong: 'alreadyPaid' } });
});

test('the kiosk can force a payment with an expired, used or unknown code', async () => {
  const issued = await program.call('/codes', {
    reference: 'c2',
    channel: 'sevenEleven',
    amountCentavos: 1_000_00,
    endsAt: clocks.now().add({ hours: 1 }).toString(),
    payerName: 'JUAN',
  });
  const expired = issued.body.code as string;
  await json('/api/clock', { hours: 2 });
  const used = (
    (await program.call('/control/codes')).body.codes as { code: string; reference: string }[]
  ).find(({ reference }) => reference === 'c1');
  const take = async (code: string, more: Record<string, string>) =>
    (await press('pay', { taken: 'anyway', code, currency: 'PHP', ...more })).headers.get(
      'location',
    );
  expect((await press('pay', { code: expired, pesos: '' })).headers.get('location')).toBe(
    '/sandbox?done=pay.expired#kiosk',
  );
  expect(await take(expired, { pesos: '1000.00' })).toBe('/sandbox?done=taken#kiosk');
  expect(await take(used?.code ?? '', { pesos: '5' })).toBe('/sandbox?done=taken#kiosk');
  expect(await take('AB 12-3', { pesos: '77.70' })).toBe('/sandbox?done=taken#kiosk');
  expect(await take('9', { pesos: '40', currency: 'usd' })).toBe('/sandbox?done=taken#kiosk');
  expect(await take('9', { pesos: '40', currency: 'pesos' })).toBe(
    '/sandbox?done=pay.malformed#kiosk',
  );
  expect(await take('9', { pesos: '' })).toBe('/sandbox?done=pay.amountNeeded#kiosk');
  const received = program.settlementReport() as unknown as {
    kind: string;
    amountCentavos: number;
    currency: string;
  }[];
  const paid = received
    .filter(({ kind }) => kind === 'paymentReceived')
    .map((line) => `${line.amountCentavos} ${line.currency}`);
  expect(paid.slice(-4)).toEqual(['100000 PHP', '500 PHP', '7770 PHP', '4000 USD']);
  const text = await (await look('/?done=taken')).text();
  expect(text).toContain('Payments to invalid codes');
  expect(text).toContain('The counter took the money anyway.');
});

test('the sandbox page reverses a payout only once', async () => {
  expect(await (await look('/')).text()).toContain('Reverse the payout to JUAN DELA CRUZ');
  expect((await press('reverse', { reference: 'p1' })).headers.get('location')).toBe(
    '/sandbox?done=reversed#bank',
  );
  expect((await press('reverse', { reference: 'p1' })).headers.get('location')).toBe(
    '/sandbox?done=reverse.notPaid#bank',
  );
  expect(
    (await press('review', { applicationId: 'x', outcome: 'approved' })).headers.get('location'),
  ).toBe('/sandbox?done=review.gone#reviews');
});

test('the page simulates rails, and settles or fails payouts before their batch', async () => {
  expect(await (await look('/')).text()).toContain('Simulate InstaPay and PESONet');
  expect((await press('rails', { rails: 'life' })).headers.get('location')).toBe(
    '/sandbox?done=railsSimulated#bank',
  );
  expect((await app.settings.all()).sandboxRails).toBe(true);
  for (const reference of ['batch1', 'batch2'])
    await program.order(reference, '001234567890', { rail: 'pesonet' });
  const text = await (await look('/?done=railsSimulated')).text();
  expect(text).toMatch(/PESONet, settled \w+ \d+, 17:00/);
  expect(text).toContain('Settle the payout to JUAN DELA CRUZ now');
  expect(text).toContain('Pay everything within minutes');
  expect((await press('settle', { reference: 'batch1', as: 'paid' })).headers.get('location')).toBe(
    '/sandbox?done=settled#bank',
  );
  expect(
    (await press('settle', { reference: 'batch2', as: 'failed' })).headers.get('location'),
  ).toBe('/sandbox?done=unsettled#bank');
  expect((await press('settle', { reference: 'batch1', as: 'paid' })).headers.get('location')).toBe(
    '/sandbox?done=settle.notPending#bank',
  );
  expect([
    program.settlementLinesOf('batch1').length,
    program.settlementLinesOf('batch2').length,
  ]).toEqual([1, 0]);
  expect((await press('rails', { rails: 'off' })).headers.get('location')).toBe(
    '/sandbox?done=railsOff#bank',
  );
  expect((await app.settings.all()).sandboxRails).toBe(false);
});

test('cash can be picked up only once, through the page or the JSON API', async () => {
  for (const reference of ['cash1', 'cash2']) {
    await program.order(reference, '+639175551210', { channel: 'cashPickup', bankCode: null });
    await program.hooks.wait(reference, 1);
  }
  const code = (await program.call('/payouts/cash1')).body.withdrawalCode;
  expect(await (await look('/')).text()).toContain(
    `Collect at the counter for JUAN DELA CRUZ, code ${code}`,
  );
  expect((await press('collect', { reference: 'cash1' })).headers.get('location')).toBe(
    '/sandbox?done=collected#bank',
  );
  expect((await press('collect', { reference: 'cash1' })).headers.get('location')).toBe(
    '/sandbox?done=collect.notReady#bank',
  );
  expect((await json('/api/collect', { code: '0' })).status).toBe(409);
  const withdrawalCode = (await program.call('/payouts/cash2')).body.withdrawalCode;
  expect((await json('/api/collect', { code: withdrawalCode })).status).toBe(200);
  expect(program.settlementLinesOf('cash2')).toHaveLength(1);
  expect((await json('/api/collect', { code: withdrawalCode })).status).toBe(409);
});

test('the sandbox can make a device trusted for an account', async () => {
  const deviceId = 'AbCdEfGhIjKlMnOpQrStUv';
  expect((await json('/api/device', { phone: '+639171234567', deviceId: 'x' })).status).toBe(400);
  expect((await json('/api/device', { phone: '+639171234567', deviceId })).status).toBe(409);
  const id = '01970000-0000-7000-8000-0000000000d1';
  const phone = {
    phone_sealed: app.sealer.seal('phone', id, '+639171234567'),
    phone_hash: app.sealer.hash('phone', '+639171234567'),
  };
  const row = { id, ...phone, agreement_version: '1', locale: 'en', registered_at: clocks.now() };
  await app.db.insertInto('borrowers').values(row).execute();
  for (const _ of [1, 2])
    expect((await json('/api/device', { phone: '+639171234567', deviceId })).status).toBe(200);
  const known = await app.db
    .selectFrom('trusted_devices')
    .select('device_id')
    .where('borrower_id', '=', id)
    .execute();
  expect(known).toEqual([{ device_id: deviceId }]);
});

test('the sandbox can make a session’s password proof expire', async () => {
  expect((await json('/api/proof', { phone: 'x' })).status).toBe(400);
  expect((await json('/api/proof', { phone: '+639179999999' })).status).toBe(409);
  const [borrower_id, at] = ['01970000-0000-7000-8000-0000000000d1', clocks.wall()];
  const times = { opened_at: at, last_seen_at: at, proven_at: at };
  const session = {
    token_hash: Buffer.alloc(32, 9),
    borrower_id,
    device_id: 'AbCdEfGhIjKlMnOpQrStUv',
    opened_under: borrower_id,
    ...times,
  };
  await app.db
    .insertInto('sessions')
    .values({ ...session, browser: 'other', system: 'other' })
    .execute();
  expect((await json('/api/proof', { phone: '+639171234567' })).status).toBe(200);
  const { proven_at } = await app.db
    .selectFrom('sessions')
    .select('proven_at')
    .where('borrower_id', '=', borrower_id)
    .executeTakeFirstOrThrow();
  expect(
    Temporal.Instant.compare(proven_at ?? clocks.wall(), clocks.wall().subtract({ minutes: 15 })),
  ).toBeLessThanOrEqual(0);
});

slow('the sandbox API returns a phone number’s messages and the state of the books', async () => {
  const answer = await json('/api/messages?phone=0917%20123%204567');
  expect(answer.body.messages).toMatchObject([{ phone: '+639171234567', code: '123456' }]);
  expect((await json('/api/messages?phone=5')).status).toBe(400);
  expect((await json('/api/books')).body).toEqual({ breaks: [], balances: [] });
});

test('the sandbox page is shown even if the bank simulator does not respond', async () => {
  await program.stop();
  expect(await (await look('/')).text()).toContain('The bank simulator does not answer.');
  expect((await press('pay', { code: '1', pesos: '12' })).headers.get('location')).toBe(
    '/sandbox?done=bank.away#kiosk',
  );
});

test('the bank simulates exactly the behaviours that simulators/README.md documents', () => {
  const readme = fs.readFileSync(
    path.join(import.meta.dirname, '../../../simulators/README.md'),
    'utf8',
  );
  const documented = [...readme.matchAll(/^\| (\d{4}|\.\d\d) \|/gm)].map(([, ending]) => ending);
  expect([...payoutCharacters, ...paymentCharacters].map(([ending]) => ending)).toEqual(documented);
});

test('the sandbox page holds and releases payouts through the setting that staff use', async () => {
  expect(await (await look('/')).text()).toContain('Hold payouts');
  expect((await press('hold', { payouts: 'hold' })).headers.get('location')).toBe(
    '/sandbox?done=held#bank',
  );
  expect((await app.settings.all()).payoutsOn).toBe(false);
  const text = await (await look('/?done=held')).text();
  expect(text).toContain('Payouts are held until you release them.');
  expect(text).toContain('Release payouts');
  expect((await press('hold', { payouts: 'go' })).headers.get('location')).toBe(
    '/sandbox?done=released#bank',
  );
  expect((await app.settings.all()).payoutsOn).toBe(true);
});

test('the sandbox API refuses requests from another site', async () => {
  const ask = async (headers: Record<string, string>) =>
    (await page.request('http://localhost:8080/api/messages', { headers })).status;
  expect(await ask({})).toBe(200);
  expect(await ask({ origin: 'https://evil.example' })).toBe(403);
  expect(await ask({ 'sec-fetch-site': 'cross-site' })).toBe(403);
});
