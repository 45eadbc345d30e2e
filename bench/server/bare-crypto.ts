// Bare cryptography: to open a sealed request and to seal its answer, by the steps that RFC 9180 and RFC 9458 ask for and nothing else. It is fixed here, so
// that what sealing costs in the product is held against the same work in every run.
import * as crypto from 'node:crypto';
import { createRequire } from 'node:module';
import type * as hpke from '@hpke/core';
import { here } from './side.ts';

const { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } = createRequire(`${here}/server/src/main.ts`)(
  '@hpke/core',
) as typeof hpke;

const suite = Buffer.concat([Buffer.from('HPKE'), Buffer.from([0, 0x10, 0, 1, 0, 1])]);
const version = Buffer.from('HPKE-v1');
const none = Buffer.alloc(0);
const one = Buffer.from([1]);
const hmac = (key: Uint8Array, ...parts: Uint8Array[]) => {
  const made = crypto.createHmac('sha256', key);
  for (const part of parts) made.update(part);
  return made.digest();
};
const labelled = (label: string) => Buffer.concat([version, suite, Buffer.from(label)]);
const expandHead = (label: string, length: number) => Buffer.concat([Buffer.from([0, length]), labelled(label)]);
const info = Buffer.from('sandali request 1');
/** All that is the same for every request. */
const context = Buffer.concat([Buffer.from([0]), hmac(none, labelled('psk_id_hash')), hmac(none, labelled('info_hash'), info)]);
const labels = { secret: labelled('secret'), exp: expandHead('exp', 32), sec: expandHead('sec', 16), key: expandHead('key', 16) };
const nonceHead = expandHead('base_nonce', 12);
const exportOf = crypto.createHash('sha256').update('sandali answer').digest();

type Sealed = { enc: Buffer; ct: Buffer; aad: Buffer };

function openAndSeal(key: crypto.KeyObject, { enc, ct, aad }: Sealed, answer: Buffer): string {
  const secret = hmac(crypto.decapsulate(key, enc), labels.secret);
  const opener = crypto.createDecipheriv(
    'aes-128-gcm',
    hmac(secret, labels.key, context, one).subarray(0, 16),
    hmac(secret, nonceHead, context, one).subarray(0, 12),
  );
  opener.setAAD(aad).setAuthTag(ct.subarray(-16));
  const text = opener.update(ct.subarray(0, -16), undefined, 'utf8') + opener.final('utf8');
  const exported = hmac(hmac(secret, labels.exp, context, one), labels.sec, exportOf, one).subarray(0, 16);
  const nonce = crypto.randomBytes(16);
  const prk = hmac(Buffer.concat([enc, nonce]), exported);
  const sealer = crypto.createCipheriv(
    'aes-128-gcm',
    hmac(prk, Buffer.from('key'), one).subarray(0, 16),
    hmac(prk, Buffer.from('nonce'), one).subarray(0, 12),
  );
  Buffer.concat([sealer.update(answer), sealer.final(), sealer.getAuthTag()]);
  return text;
}

/** Processor time in ms of one request opened and one answer sealed, with a request of 256 bytes and an answer of so many. @throws where it opens wrongly */
export async function bareCryptoMs(answerBytes: number, forMs: number): Promise<number> {
  const { publicKey, privateKey } = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const client = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes128Gcm() });
  const recipientPublicKey = await client.kem.importKey('jwk', publicKey.export({ format: 'jwk' }) as JsonWebKey, true);
  const sender = await client.createSenderContext({ recipientPublicKey, info: new Uint8Array(info) });
  const aad = Buffer.from('aad of a request');
  const plain = 'x'.repeat(256);
  const ct = Buffer.from(await sender.seal(new TextEncoder().encode(plain), new Uint8Array(aad)));
  const sealed = { enc: Buffer.from(sender.enc), ct, aad };
  const answer = Buffer.alloc(answerBytes, 0x20);
  for (let warm = 0; warm < 200; warm += 1) if (openAndSeal(privateKey, sealed, answer) !== plain) throw new Error('opened wrongly');
  const cpu = process.cpuUsage();
  const begin = performance.now();
  let count = 0;
  for (; performance.now() - begin < forMs; count += 1) openAndSeal(privateKey, sealed, answer);
  const { user, system } = process.cpuUsage(cpu);
  return (user + system) / 1000 / count;
}
