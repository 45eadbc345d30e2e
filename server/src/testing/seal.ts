// The client's side of the envelope (docs/integrators/protocol.md) for tests. It uses a different
// library from the server's.
import { createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import type { KeyList } from '@sandali/contract/init.ts';

export type Bound = { path: string; token: string; terminal: string; locale: string };
type Sender = Parameters<CipherSuite['createSenderContext']>[0];

const suite = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes128Gcm(),
});
const bytes = (text: string) => new TextEncoder().encode(text);

/**
 * Computes the associated data as docs/integrators/protocol.md defines it, without the server's
 * code.
 */
export function aadOf({ path, token, terminal, locale }: Bound): string {
  return `POST\n${path}\n${createHash('sha256').update(token).digest('base64url')}\n${terminal}\n${locale}`;
}

/**
 * Seals a text for one of the server's keys. `ekm` fixes the ephemeral key pair, for test vectors.
 */
export async function sealFor(
  key: Pick<KeyList['keys'][number], 'kid' | 'jwk'>,
  bound: Bound,
  text: string | Uint8Array<ArrayBuffer>,
  ekm?: Sender['ekm'],
  version: 1 | 2 = 1,
) {
  const recipientPublicKey = await suite.kem.importKey('jwk', key.jwk, true);
  const sender = await suite.createSenderContext({
    recipientPublicKey,
    info: bytes(`sandali request ${version}`),
    ...(ekm ? { ekm } : {}),
  });
  const ct = Buffer.from(
    await sender.seal(typeof text === 'string' ? bytes(text) : text, bytes(aadOf(bound))),
  );
  const enc = Buffer.from(sender.enc);
  const secret = Buffer.from(await sender.export(bytes('sandali answer'), 16));
  const open = (answer: { nonce: string; ct: string }): string => {
    const salt = Buffer.concat([enc, Buffer.from(answer.nonce, 'base64url')]);
    const derive = (info: string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, info, length));
    const opener = createDecipheriv('aes-128-gcm', derive('key', 16), derive('nonce', 12));
    const sealed = Buffer.from(answer.ct, 'base64url');
    opener.setAuthTag(sealed.subarray(-16));
    return Buffer.concat([opener.update(sealed.subarray(0, -16)), opener.final()]).toString('utf8');
  };
  return {
    request: {
      v: version,
      kid: key.kid,
      enc: enc.toString('base64url'),
      ct: ct.toString('base64url'),
    },
    secret,
    open,
  };
}
