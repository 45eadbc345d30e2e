// Fields that identify a person, sealed with keys that live outside the database, and keyed hashes by which they can be found.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { randomBytes } from './random.ts';

export type Sealer = {
  /** Seals a text for one purpose; the purpose is bound in, so that a sealed phone cannot stand in for a sealed name. */
  seal(purpose: string, text: string): Buffer;
  open(purpose: string, sealed: Buffer): string;
  sealBytes(purpose: string, plain: Uint8Array): Buffer;
  openBytes(purpose: string, sealed: Uint8Array): Buffer;
  /** A keyed hash (HMAC-SHA256) for finding a value without storing it. */
  hash(purpose: string, text: string | Uint8Array): Buffer;
};

const version = 1;

/**
 * AES-256-GCM with a random 96-bit nonce; layout: version (1), nonce (12), ciphertext, tag (16).
 * Each purpose has its own key, derived from the master by HKDF-SHA256 (RFC 5869).
 */
export function createSealer(master: KeyObject): Sealer {
  const keys = new Map<string, Buffer>();
  const keyFor = (use: string) => {
    let key = keys.get(use);
    if (!key) {
      key = Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), Buffer.from(`sandali ${use}`), 32));
      keys.set(use, key);
    }
    return key;
  };
  const sealBytes = (purpose: string, plain: Uint8Array) => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', keyFor(`seal ${purpose}`), nonce);
    return Buffer.concat([Buffer.from([version]), nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  };
  const openBytes = (purpose: string, sealed: Uint8Array) => {
    if (sealed[0] !== version) throw new Error(`A sealed ${purpose} of unknown version ${sealed[0]}.`);
    const cipher = createDecipheriv('aes-256-gcm', keyFor(`seal ${purpose}`), sealed.subarray(1, 13));
    cipher.setAuthTag(sealed.subarray(-16));
    return Buffer.concat([cipher.update(sealed.subarray(13, -16)), cipher.final()]);
  };
  return {
    sealBytes,
    openBytes,
    seal: (purpose, text) => sealBytes(purpose, Buffer.from(text)),
    open: (purpose, sealed) => openBytes(purpose, sealed).toString('utf8'),
    hash: (purpose, text) =>
      createHmac('sha256', keyFor(`hash ${purpose}`))
        .update(text)
        .digest(),
  };
}

/** Compares two hashes of one length without telling by time where they differ. */
export function sameHash(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
