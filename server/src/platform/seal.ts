// Seals personal data with keys stored outside the database, hashes it for lookups, and signs
// documents.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { randomBytes } from './random.ts';

/**
 * The purposes of sealed values. Each value is bound to the id of its row, unless a comment says
 * otherwise. Names must never change, because a value opens only under its own purpose.
 */
export const purposes = [
  'accountNumber',
  /** These values are bound to the borrower. */
  'attribution',
  'call note',
  /** A correction has two values: the new and the previous one. */
  'correction',
  'corrected',
  'complaint',
  'complaint turn',
  /**
   * Steps of an application, bound to the borrower because the next application reuses the data.
   */
  'personal',
  'contacts',
  'work',
  'identity',
  /** These values are bound to the borrower. */
  'draft',
  'data request',
  'data request answer',
  'dispute',
  'dispute answer',
  'extension text',
  'plan text',
  'feedback',
  'feedback answer',
  /** These values are bound to the key's id. */
  'envelope key',
  /** These values are bound to the borrower who had the number, and to the time of the change. */
  'former phone',
  /** The sealed value is bound to the hash key's version. */
  'hash key',
  'message',
  'message phone',
  'message title',
  /** These values, the full name and the first name, are bound to the borrower. */
  'name',
  'first name',
  'ownerName',
  /** These values are bound to the borrower. */
  'phone',
  'account phone',
  /** These values are bound to the file's name. */
  'picture',
  'receipt picture',
  /** These values are bound to the borrower and the device. */
  'push',
  'receiver',
  'recovery phone',
  /** These values are bound to the file's name. */
  'recovery picture',
  'review note',
  'suspicion',
  'suspicion reference',
  /** These values are bound to the loan. */
  'signed text',
  'webhook',
  'withdrawal code',
] as const;
export type Purpose = (typeof purposes)[number];

/**
 * A server's master keys by version. `hashKey` makes keyed hashes and signatures, and a rotation
 * does not change it (docs/decisions/0086).
 */
export type MasterKeys = {
  byVersion: ReadonlyMap<number, KeyObject>;
  /** The version that seals new values. A rotation changes it. */
  sealsWith: number;
  hashKey: KeyObject;
};

/** Returns keys with a single version. Hashes and signatures use the same key. */
export function onlyKey(key: KeyObject): MasterKeys {
  return { byVersion: new Map([[1, key]]), sealsWith: 1, hashKey: key };
}

export type Sealer = {
  /** The versions of the master key, the lowest first. */
  versions(): number[];
  /** Returns the version of the master key that seals new values. */
  sealsWith(): number;
  /**
   * Reseals a value with the present key. Keeps layout and nonce, because the nonce identifies the
   * content. Returns the same value if the present key already seals it.
   */
  reseal(purpose: Purpose, of: string, sealed: Uint8Array): Buffer;
  /**
   * Seals a text and binds it to a purpose and to the row whose id is `of`. A sealed phone
   * therefore cannot replace a sealed name or another row's phone.
   */
  seal(purpose: Purpose, of: string, text: string): Buffer;
  open(purpose: Purpose, of: string, sealed: Buffer): string;
  sealBytes(purpose: Purpose, of: string, plain: Uint8Array): Buffer;
  openBytes(purpose: Purpose, of: string, sealed: Uint8Array): Buffer;
  /** Returns a keyed hash (HMAC-SHA256), to find a value without storing it in the clear. */
  hash(purpose: string, text: string | Uint8Array): Buffer;
  /**
   * Returns a deterministic Ed25519 signature of 64 bytes (RFC 8032). Signing requires the hash
   * key.
   */
  sign(purpose: string, words: string): Buffer;
  isSigned(purpose: string, words: string, signature: Uint8Array): boolean;
};

/** The PKCS #8 prefix before the 32 bytes of a private Ed25519 key (RFC 8410 §7). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The layout byte, which states whether the plaintext was deflated before sealing (RFC 1951). */
const layouts = { plain: 2, deflated: 3 } as const;
/** Longer texts are deflated: a signed agreement of 5.5 kB becomes 2.1 kB in 0.1 ms. */
const longBytes = 1000;

/** Returns a function that derives a key for each use by HKDF-SHA256 (RFC 5869). */
function derived(from: KeyObject): (use: string) => Buffer {
  const keys = new Map<string, Buffer>();
  return (use) => {
    let key = keys.get(use);
    if (!key) {
      key = Buffer.from(
        hkdfSync('sha256', from, Buffer.alloc(0), Buffer.from(`sandali ${use}`), 32),
      );
      keys.set(use, key);
    }
    return key;
  };
}

/**
 * Creates a sealer that uses AES-256-GCM with a random 96-bit nonce. Bytes: layout (1), key version
 * (1), nonce (12), ciphertext, tag (16). The first two bytes, the purpose and `of` are the
 * associated data. Each purpose has its own key, derived from the master key of that version.
 */
export function createSealer(master: KeyObject | MasterKeys): Sealer {
  const masters = 'byVersion' in master ? master : onlyKey(master);
  const ofVersion = new Map<number, (use: string) => Buffer>();
  const hashKeyFor = derived(masters.hashKey);
  const keyOf = (version: number, purpose: Purpose) => {
    let keyFor = ofVersion.get(version);
    if (!keyFor) {
      const key = masters.byVersion.get(version);
      if (!key) throw new Error(`A sealed ${purpose} of unknown key ${version}.`);
      keyFor = derived(key);
      ofVersion.set(version, keyFor);
    }
    return keyFor(`seal ${purpose}`);
  };
  const bound = (head: Uint8Array, purpose: Purpose, of: string) =>
    Buffer.concat([head, Buffer.from(JSON.stringify([purpose, of]))]);
  const sealAs = (
    layout: number,
    { purpose, of }: { purpose: Purpose; of: string },
    plain: Uint8Array,
    nonce: Uint8Array = randomBytes(12),
  ) => {
    const version = masters.sealsWith;
    const head = Buffer.from([layout, version]);
    const key = keyOf(version, purpose);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bound(head, purpose, of));
    return Buffer.concat([head, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  };
  const decipher = (purpose: Purpose, of: string, sealed: Uint8Array) => {
    const [layout = 0, version = 0] = sealed;
    if (layout !== layouts.plain && layout !== layouts.deflated)
      throw new Error(`A sealed ${purpose} of unknown layout ${layout}.`);
    const [head, nonce] = [sealed.subarray(0, 2), sealed.subarray(2, 14)];
    const cipher = createDecipheriv('aes-256-gcm', keyOf(version, purpose), nonce);
    cipher.setAAD(bound(head, purpose, of)).setAuthTag(sealed.subarray(-16));
    const content = Buffer.concat([cipher.update(sealed.subarray(14, -16)), cipher.final()]);
    return { layout, nonce, content };
  };
  const openBytes = (purpose: Purpose, of: string, sealed: Uint8Array) => {
    const { layout, content } = decipher(purpose, of, sealed);
    return layout === layouts.deflated ? inflateRawSync(content) : content;
  };
  const signingKeys = new Map<string, KeyObject>();
  const signingKey = (purpose: string) => {
    let key = signingKeys.get(purpose);
    if (!key) {
      key = createPrivateKey({
        key: Buffer.concat([pkcs8, hashKeyFor(`sign ${purpose}`)]),
        format: 'der',
        type: 'pkcs8',
      });
      signingKeys.set(purpose, key);
    }
    return key;
  };
  return {
    versions: () => [...masters.byVersion.keys()].sort((a, b) => a - b),
    sealsWith: () => masters.sealsWith,
    reseal(purpose, of, sealed) {
      if (sealed[1] === masters.sealsWith) return Buffer.from(sealed);
      const { layout, nonce, content } = decipher(purpose, of, sealed);
      return sealAs(layout, { purpose, of }, content, nonce);
    },
    sign: (purpose, words) => sign(null, Buffer.from(words), signingKey(purpose)),
    isSigned: (purpose, words, signature) =>
      verify(null, Buffer.from(words), createPublicKey(signingKey(purpose)), signature),
    sealBytes: (purpose, of, plain) => sealAs(layouts.plain, { purpose, of }, plain),
    openBytes,
    seal: (purpose, of, text) => {
      const plain = Buffer.from(text);
      return plain.length < longBytes
        ? sealAs(layouts.plain, { purpose, of }, plain)
        : sealAs(layouts.deflated, { purpose, of }, deflateRawSync(plain));
    },
    open: (purpose, of, sealed) => openBytes(purpose, of, sealed).toString('utf8'),
    hash: (purpose, text) =>
      createHmac('sha256', hashKeyFor(`hash ${purpose}`))
        .update(text)
        .digest(),
  };
}

/** Returns the SHA-256 (32 bytes), for hashes without a key. */
export function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}

/** Compares two hashes in constant time; false if their lengths differ. */
export function sameHash(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
