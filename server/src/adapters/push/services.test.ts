// Tests that read notifications as a browser does: they decrypt them with the browser's keys and
// check our signature.
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { isPushService } from '@sandali/contract/push.ts';
import { afterAll, expect, test } from 'vitest';
import { heldTimeouts, patientMs } from '#/adapters/held-timeouts.testing.ts';
import type { Vapid } from '#/platform/vapid.ts';
import { createPushServices } from './services.ts';

/** Keys, message and plaintext from RFC 8291, section 5 and appendix A. */
const rfc = {
  privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  publicKey:
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  message:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  says: 'When I grow up, I want to be a watermelon',
};

type Keys = { privateKey: string; auth: string };
const bytes = (text: string) => Buffer.from(text, 'base64url');
const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** Decrypts the body of a push message as a browser does (RFC 8291, section 3.4, and RFC 8188). */
function opened(body: Buffer, { privateKey, auth }: Keys): string {
  const browser = createECDH('prime256v1');
  browser.setPrivateKey(bytes(privateKey));
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const keyMaterial = derive(browser.computeSecret(sender), bytes(auth), info, 32);
  const key = derive(keyMaterial, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(keyMaterial, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

type ReceivedRequest = { path: string; headers: http.IncomingHttpHeaders; body: Buffer };
const received: ReceivedRequest[] = [];
let nextAnswer: number | 'silence' | 'cut' = 201;
const server = http.createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
  if (nextAnswer === 'silence') return;
  if (nextAnswer === 'cut') response.destroy();
  else response.writeHead(nextAnswer, nextAnswer === 302 ? { location: '/elsewhere' } : {}).end();
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Restores the leading zero bytes that Node omits. One key in 256 has some. */
const privateKeyOf = (curve: ECDH) =>
  Buffer.from(curve.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url');
const own = createECDH('prime256v1');
own.generateKeys();
const vapid: Vapid = {
  publicKey: own.getPublicKey('base64url', 'uncompressed'),
  privateKey: privateKeyOf(own),
  subject: 'https://app.sandali.example',
};
const isHere = (endpoint: string) => endpoint.startsWith(`${origin}/`);
const push = createPushServices({ vapid, timeoutMs: patientMs, allows: isHere });
const note = {
  body: '₱61,800.00 is due tomorrow',
  opens: '/wealth',
  tag: '0198a000-0000-7000-8000-000000000001',
};

function browser(): { to: { endpoint: string; p256dh: string; auth: string }; keys: Keys } {
  const curve = createECDH('prime256v1');
  const p256dh = curve.generateKeys('base64url', 'uncompressed');
  const auth = randomBytes(16).toString('base64url');
  return {
    to: { endpoint: `${origin}/push/secret-canary`, p256dh, auth },
    keys: { privateKey: privateKeyOf(curve), auth },
  };
}

test('decrypts the example message of RFC 8291', () => {
  expect(opened(bytes(rfc.message), rfc)).toBe(rfc.says);
});

test('encrypts a notification for one browser, with a lifetime and a topic', async () => {
  nextAnswer = 201;
  const { to, keys } = browser();
  const toRfc = { endpoint: `${origin}/push/rfc`, p256dh: rfc.publicKey, auth: rfc.auth };
  expect(await push.send(to, note, 3600)).toEqual({ outcome: 'sent' });
  expect(await push.send(toRfc, note, 60)).toEqual({ outcome: 'sent' });
  const [first, second] = received.splice(0) as [ReceivedRequest, ReceivedRequest];
  expect(JSON.parse(opened(first.body, keys))).toEqual(note);
  expect(JSON.parse(opened(second.body, rfc))).toEqual(note);
  expect(() => opened(first.body, rfc)).toThrow();
  expect(first.body.includes('61,800')).toBe(false);
  expect(first.headers).toMatchObject({
    ttl: '3600',
    'content-encoding': 'aes128gcm',
    topic: '0198a000000070008000000000000001',
  });
});

test('signs a notification for one push service, valid under a day (RFC 8292)', async () => {
  nextAnswer = 201;
  await push.send(browser().to, note, 60);
  const [{ headers } = { headers: {} as http.IncomingHttpHeaders }] = received.splice(0);
  const [, token = '', key = ''] =
    /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  expect(key).toBe(vapid.publicKey);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const { aud, sub, exp } = JSON.parse(bytes(claims).toString('utf8'));
  expect([aud, sub]).toEqual([origin, vapid.subject]);
  expect(exp * 1000).toBeGreaterThan(Date.now());
  expect(exp * 1000).toBeLessThan(Date.now() + 24 * 3_600_000);
  const point = bytes(vapid.publicKey);
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const ours = createPublicKey({ key: jwk, format: 'jwk' });
  expect(
    verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: ours, dsaEncoding: 'ieee-p1363' },
      bytes(signature),
    ),
  ).toBe(true);
});

test.each([
  [201, { outcome: 'sent' }],
  [404, { outcome: 'gone' }],
  [410, { outcome: 'gone' }],
  [400, { outcome: 'refused', reason: 'status 400' }],
  [413, { outcome: 'refused', reason: 'status 413' }],
  [429, { outcome: 'refused', reason: 'status 429' }],
  [500, { outcome: 'unknown', reason: 'status 500' }],
  [302, { outcome: 'unknown', reason: 'the connection failed' }],
  ['cut', { outcome: 'unknown', reason: 'the connection failed' }],
  ['silence', { outcome: 'unknown', reason: 'no answer in time' }],
] as const)('maps the answer %s of a service', async (serviceAnswer, outcome) => {
  nextAnswer = serviceAnswer;
  received.length = 0;
  const runOut = serviceAnswer === 'silence' ? heldTimeouts() : null;
  const sent = push.send(browser().to, note, 60);
  if (runOut) {
    await expect.poll(() => received).toHaveLength(1);
    runOut();
  }
  const answer = await sent;
  expect(answer).toEqual(outcome);
  expect(received).toHaveLength(1); // no redirect is followed
  expect(JSON.stringify(answer)).not.toMatch(/canary|61,800/);
});

test('refuses unknown push services and invalid subscription keys without a call', async () => {
  received.length = 0;
  const strict = createPushServices({ vapid, timeoutMs: patientMs });
  expect(await strict.send(browser().to, note, 60)).toEqual({
    outcome: 'refused',
    reason: 'not a known push service',
  });
  const broken = { ...browser().to, p256dh: `B${'A'.repeat(86)}` };
  expect(await push.send(broken, note, 60)).toEqual({
    outcome: 'refused',
    reason: 'its keys could not be used',
  });
  const lenient = createPushServices({ vapid, timeoutMs: patientMs, allows: () => true });
  // No server listens on such a low port.
  const unreachable = { ...browser().to, endpoint: 'http://127.0.0.1:2/push' };
  expect(await lenient.send(unreachable, note, 60)).toEqual({
    outcome: 'refused',
    reason: 'the service cannot be reached',
  });
  expect(received).toEqual([]);
});

test('accepts only https addresses on the exact hosts of push services', () => {
  const known = [
    'fcm.googleapis.com/fcm/send/x',
    'updates.push.services.mozilla.com/wpush/v2/x',
    'web.push.apple.com/x',
    'wns2-par02p.notify.windows.com/w/?token=x',
  ];
  expect(known.filter((address) => !isPushService(`https://${address}`))).toEqual([]);
  const others = [
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://user@fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evil.example/fcm.googleapis.com',
    'https://notify.windows.com.evil.example/x',
    'https://127.0.0.1/x',
    'https://169.254.169.254/latest',
    'https://localhost/x',
    'file:///etc/passwd',
    'nonsense',
  ];
  expect(others.filter(isPushService)).toEqual([]);
});
