// Bare cryptography: opens a sealed request and seals its response with nothing but RFC 9180 and
// RFC 9458. The bench compares the product's sealing cost with this.
import * as crypto from 'node:crypto';
import { createRequire } from 'node:module';
import type * as hpke from '@hpke/core';
import { here } from './installation.ts';

const { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } = createRequire(
  `${here}/server/src/main.ts`,
)('@hpke/core') as typeof hpke;

const suite = Buffer.concat([Buffer.from('HPKE'), Buffer.from([0, 0x10, 0, 1, 0, 1])]);
const version = Buffer.from('HPKE-v1');
const empty = Buffer.alloc(0);
const one = Buffer.from([1]);
const cipher = 'aes-128-gcm';

function hmac(key: Uint8Array, ...parts: Uint8Array[]): Buffer {
  const digest = crypto.createHmac('sha256', key);
  for (const part of parts) digest.update(part);
  return digest.digest();
}
const labelled = (label: string) => Buffer.concat([version, suite, Buffer.from(label)]);
const expandHead = (label: string, length: number) =>
  Buffer.concat([Buffer.from([0, length]), labelled(label)]);

const info = Buffer.from('sandali request 1');
/** The key schedule's context (RFC 9180, 5.1), which is the same for every request. */
const context = Buffer.concat([
  Buffer.from([0]),
  hmac(empty, labelled('psk_id_hash')),
  hmac(empty, labelled('info_hash'), info),
]);
const secretLabel = labelled('secret');
const keyHead = expandHead('key', 16);
const nonceHead = expandHead('base_nonce', 12);
const exporterHead = expandHead('exp', 32);
const exportedHead = expandHead('sec', 16);
const exportContext = crypto.createHash('sha256').update('sandali answer').digest();

type Sealed = { enc: Buffer; ct: Buffer; aad: Buffer };

function openAndSeal(key: crypto.KeyObject, { enc, ct, aad }: Sealed, answer: Buffer): string {
  const secret = hmac(crypto.decapsulate(key, enc), secretLabel);
  const opener = crypto.createDecipheriv(
    cipher,
    hmac(secret, keyHead, context, one).subarray(0, 16),
    hmac(secret, nonceHead, context, one).subarray(0, 12),
  );
  opener.setAAD(aad).setAuthTag(ct.subarray(-16));
  const text = opener.update(ct.subarray(0, -16), undefined, 'utf8') + opener.final('utf8');
  const exporter = hmac(secret, exporterHead, context, one);
  const exported = hmac(exporter, exportedHead, exportContext, one).subarray(0, 16);
  const nonce = crypto.randomBytes(16);
  const prk = hmac(Buffer.concat([enc, nonce]), exported);
  const sealer = crypto.createCipheriv(
    cipher,
    hmac(prk, Buffer.from('key'), one).subarray(0, 16),
    hmac(prk, Buffer.from('nonce'), one).subarray(0, 12),
  );
  Buffer.concat([sealer.update(answer), sealer.final(), sealer.getAuthTag()]);
  return text;
}

/**
 * Measures the CPU time, in ms, for opening a request of 256 bytes and sealing a response of
 * `answerBytes`.
 * @throws if the opened text is not the original text
 */
export async function bareCryptoMs(answerBytes: number, forMs: number): Promise<number> {
  const pair = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const client = new CipherSuite({
    kem: new DhkemP256HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes128Gcm(),
  });
  const jwk = pair.publicKey.export({ format: 'jwk' }) as JsonWebKey;
  const recipientPublicKey = await client.kem.importKey('jwk', jwk, true);
  const sender = await client.createSenderContext({
    recipientPublicKey,
    info: new Uint8Array(info),
  });
  const aad = Buffer.from('aad of a request');
  const plain = 'x'.repeat(256);
  const ct = await sender.seal(new TextEncoder().encode(plain), new Uint8Array(aad));
  const sealed = { enc: Buffer.from(sender.enc), ct: Buffer.from(ct), aad };
  const answer = Buffer.alloc(answerBytes, 0x20);
  for (let warmUps = 0; warmUps < 200; warmUps += 1) {
    if (openAndSeal(pair.privateKey, sealed, answer) !== plain)
      throw new Error('the request opened to another text');
  }
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  let count = 0;
  for (; performance.now() - startedAt < forMs; count += 1) {
    openAndSeal(pair.privateKey, sealed, answer);
  }
  const { user, system } = process.cpuUsage(cpu);
  return (user + system) / 1000 / count;
}
