// Tests the limits on one client's calls, per session and per network.
import { userInfo } from '@sandali/contract/account.ts';
import { configQuery } from '@sandali/contract/settings.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { networkOf } from '#/platform/nets.ts';
import { testApp } from '#/testing/app.ts';
import { createShare, RetryLater } from './share.ts';

const app = await testApp();

const few = { ofSession: 3, ofNetwork: 5 };
const countUntilRefused = async (
  share: ReturnType<typeof createShare>,
  of: { token: string; address: string | null },
  most = 20,
) => {
  for (let nth = 0; nth < most; nth += 1) {
    const refusal = await share.count(of).then(
      () => null,
      (error: unknown) => error,
    );
    if (refusal) return { after: nth, refusal };
  }
  return { after: most, refusal: null };
};

test('callers without a session share a network limit, even with made-up tokens', async () => {
  const share = createShare(few);
  expect(
    await countUntilRefused(share, { token: '', address: '2001:db8:7:1::/64' }, 3),
  ).toMatchObject({
    after: 3,
  });
  const { after, refusal } = await countUntilRefused(share, {
    token: 'invented',
    address: '2001:db8:7:2::/64',
  });
  expect(after).toBe(2);
  expect(refusal).toBeInstanceOf(RetryLater);
  expect(refusal).toMatchObject({ status: 429 });
  const { afterSeconds } = refusal as RetryLater;
  expect(afterSeconds >= 1 && afterSeconds <= 10).toBe(true);
  expect(
    await countUntilRefused(share, { token: '', address: '2001:db8:8:1::/64' }, 5),
  ).toMatchObject({
    refusal: null,
  });
});

test('an open session has its own limit, separate from its network’s', async () => {
  const share = createShare(few);
  const at = { token: 'a token', address: '203.0.113.5' };
  share.learn(at.token, true);
  await countUntilRefused(share, { ...at, token: '' });
  expect(await countUntilRefused(share, at)).toMatchObject({ after: 3, refusal: { status: 429 } });
  share.learn('another', true);
  expect(await countUntilRefused(share, { ...at, token: 'another' }, 1)).toMatchObject({
    refusal: null,
  });
  share.learn('another', false);
  expect(await countUntilRefused(share, { ...at, token: 'another' })).toMatchObject({ after: 0 });
});

test('a call from inside the process does not count towards any limit', async () => {
  expect(await countUntilRefused(createShare(few), { token: '', address: null })).toMatchObject({
    refusal: null,
  });
});

test('a call that waits for its session does not use its network’s capacity', async () => {
  const share = createShare(few);
  const address = '203.0.113.7';
  const pending = Promise.withResolvers<void>();
  const many = Array.from({ length: 20 }, () =>
    share.inTurn({ token: 'of many calls', address }, () => pending.promise),
  );
  expect(await share.inTurn({ token: 'another', address }, async () => 'answered')).toBe(
    'answered',
  );
  expect(await share.inTurn({ token: '', address }, async () => 'answered')).toBe('answered');
  pending.resolve();
  await Promise.all(many);
});

test('a network is an IPv4 address or an IPv6 /48', () => {
  expect(networkOf('203.0.113.5')).toBe('203.0.113.5');
  expect(networkOf('2001:db8:7:a1::/64')).toBe('2001:db8:7::/48');
  expect(networkOf('unknown')).toBe('unknown');
});

slow('above a network’s limit, returns 429, except to a session at the same address', async () => {
  const { client } = await app.person();
  const ask = async (token: string, path: string, address = '203.0.113.9') => {
    const inside = {
      ts: app.clocks.wall().epochMilliseconds,
      requestId: crypto.randomUUID(),
      deviceId: client.deviceId,
      body: {},
    };
    const body = JSON.stringify(inside);
    const headers = {
      'content-type': 'application/json',
      'content-length': String(body.length),
      'x-auth-token': token,
      'x-local': 'fil',
    };
    const request = new Request(`http://localhost:8080/galaxy${path}`, {
      method: 'POST',
      headers,
      body,
    });
    return await app.listener.fetch(request, { incoming: { socket: { remoteAddress: address } } });
  };
  expect((await ask(client.token, userInfo.path)).status).toBe(200);
  const statuses: number[] = [];
  while (statuses.at(-1) !== 429) statuses.push((await ask('', configQuery.path)).status);
  // The session's first call counted towards the network's limit.
  expect(statuses.length).toBe(600);
  const tooMany = await ask('', configQuery.path);
  expect(
    Number(tooMany.headers.get('retry-after')) >= 1 &&
      Number(tooMany.headers.get('retry-after')) <= 10,
  ).toBe(true);
  expect(tooMany.headers.get('connection')).toBe('close');
  expect(await tooMany.json()).toMatchObject({
    code: '1005',
    message: expect.stringMatching(/minuto/),
  });
  expect((await ask(client.token, userInfo.path)).status).toBe(200);
  expect((await ask('', configQuery.path, '203.0.113.10')).status).toBe(200);
});
