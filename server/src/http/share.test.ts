// How much one client may ask, by session and by network, over the program's own door.
import { userInfo } from '@sandali/contract/account.ts';
import { configQuery } from '@sandali/contract/settings.ts';
import { expect, test } from 'vitest';
import { networkOf } from '#/platform/nets.ts';
import { testApp } from '#/testing/app.ts';
import { createShare, RetryLater } from './share.ts';

const app = await testApp();

const few = { ofSession: 3, ofNetwork: 5 };
const untilTold = async (
  share: ReturnType<typeof createShare>,
  of: { token: string; address: string | null },
  most = 20,
) => {
  for (let nth = 0; nth < most; nth += 1) {
    const told = await share.count(of).then(
      () => null,
      (error: unknown) => error,
    );
    if (told) return { after: nth, told };
  }
  return { after: most, told: null };
};

test('strangers of one network share what it may ask, whatever tokens they invent; others do not notice', async () => {
  const share = createShare(few);
  expect(await untilTold(share, { token: '', address: '2001:db8:7:1::/64' }, 3)).toMatchObject({
    after: 3,
  });
  const { after, told } = await untilTold(share, {
    token: 'invented',
    address: '2001:db8:7:2::/64',
  });
  expect(after).toBe(2);
  expect(told).toBeInstanceOf(RetryLater);
  expect(told).toMatchObject({ status: 429 });
  const { afterSeconds } = told as RetryLater;
  expect(afterSeconds >= 1 && afterSeconds <= 10).toBe(true);
  expect(await untilTold(share, { token: '', address: '2001:db8:8:1::/64' }, 5)).toMatchObject({
    told: null,
  });
});

test('a session has its own, also where strangers beside it have spent theirs, until it ends', async () => {
  const share = createShare(few);
  const at = { token: 'a token', address: '203.0.113.5' };
  share.learn(at.token, true);
  await untilTold(share, { ...at, token: '' });
  expect(await untilTold(share, at)).toMatchObject({ after: 3, told: { status: 429 } });
  share.learn('another', true);
  expect(await untilTold(share, { ...at, token: 'another' }, 1)).toMatchObject({ told: null });
  share.learn('another', false);
  expect(await untilTold(share, { ...at, token: 'another' })).toMatchObject({ after: 0 });
});

test('a call within the program is not counted', async () => {
  expect(await untilTold(createShare(few), { token: '', address: null })).toMatchObject({
    told: null,
  });
});

test('what waits for its session takes no place of its network', async () => {
  const share = createShare(few);
  const address = '203.0.113.7';
  const held = Promise.withResolvers<void>();
  const many = Array.from({ length: 20 }, () =>
    share.inTurn({ token: 'of many calls', address }, () => held.promise),
  );
  expect(await share.inTurn({ token: 'another', address }, async () => 'answered')).toBe(
    'answered',
  );
  expect(await share.inTurn({ token: '', address }, async () => 'answered')).toBe('answered');
  held.resolve();
  await Promise.all(many);
});

test('a network is an IPv4 address, or the /48 of an IPv6 one', () => {
  expect(networkOf('203.0.113.5')).toBe('203.0.113.5');
  expect(networkOf('2001:db8:7:a1::/64')).toBe('2001:db8:7::/48');
  expect(networkOf('unknown')).toBe('unknown');
});

test('a client that asks too often is refused outside the envelope, with the time to ask again; somebody logged in behind the same address is answered', async () => {
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
  // the first call of the session counted as a stranger's, since it was not known yet
  expect(statuses.length).toBe(600);
  const told = await ask('', configQuery.path);
  expect(
    Number(told.headers.get('retry-after')) >= 1 && Number(told.headers.get('retry-after')) <= 10,
  ).toBe(true);
  expect(told.headers.get('connection')).toBe('close');
  expect(await told.json()).toMatchObject({
    code: '1005',
    message: expect.stringMatching(/minuto/),
  });
  expect((await ask(client.token, userInfo.path)).status).toBe(200);
  expect((await ask('', configQuery.path, '203.0.113.10')).status).toBe(200);
});
