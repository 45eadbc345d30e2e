// For tests: an authenticator in software, as WebAuthn level 3 describes one (§6.1 authenticator data, §6.5.4 attestation object), with keys for
// ES256 and attestation "none". It can be told to do what an honest one never does.
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { Assertion } from '@sandali/contract/assertion.ts';
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import type { passkeyAdd, passkeyBegin, passkeyChallenge } from '@sandali/contract/passkey.ts';

type Begun = DataOf<typeof passkeyBegin>;
type Challenge = DataOf<typeof passkeyChallenge>;
/** What stands otherwise than the options say. */
export type Wrong = {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  isChecked?: boolean;
  counter?: number;
  attestation?: { fmt: string; x5c: Buffer };
};
export type Authenticator = ReturnType<typeof authenticator>;

const present = 0x01;
const checked = 0x04;
const canBeCopied = 0x08;
const isCopied = 0x10;
const hasKey = 0x40;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const b64 = (data: Buffer) => data.toString('base64url');

/** An authenticator with one key, at pages of this origin. `counts` is how often it says that it was used; null for one that always says 0. */
export function authenticator(origin: string, counts: number | null = null) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const cose = coseOf(privateKey);
  const credentialId = randomBytes(32);
  let counter = counts;
  let userHandle: string | undefined;

  const clientData = (type: string, challenge: string, wrong: Wrong) =>
    Buffer.from(
      JSON.stringify({
        type: wrong.type ?? type,
        challenge: wrong.challenge ?? challenge,
        origin: wrong.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authData = (rpId: string, wrong: Wrong, key: Buffer) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(wrong.counter ?? counter ?? 0);
    const flags = present | (wrong.isChecked === false ? 0 : checked) | canBeCopied | isCopied | (key.length > 0 ? hasKey : 0);
    return Buffer.concat([sha256(wrong.rpId ?? rpId), Buffer.from([flags]), count, key]);
  };

  return {
    credentialId: b64(credentialId),
    /** Makes the passkey that was begun. */
    make({ challengeId, options }: Begun, wrong: Wrong = {}): RequestOf<typeof passkeyAdd> {
      userHandle = options.user.id;
      const key = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, cose]);
      const attestationObject = attested(authData(options.rp.id, wrong, key), wrong);
      return {
        challengeId,
        credentialId: b64(credentialId),
        clientDataJSON: b64(clientData('webauthn.create', options.challenge, wrong)),
        attestationObject: b64(attestationObject),
        transports: ['internal', 'hybrid'],
      };
    },
    /** Answers a challenge. */
    answer({ challengeId, options }: Challenge, wrong: Wrong = {}): Assertion {
      if (counter !== null) counter += 1;
      const data = clientData('webauthn.get', options.challenge, wrong);
      const authenticatorData = authData(options.rpId, wrong, Buffer.alloc(0));
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(data)]), privateKey);
      return {
        challengeId,
        credentialId: b64(credentialId),
        clientDataJSON: b64(data),
        authenticatorData: b64(authenticatorData),
        signature: b64(signature),
        userHandle,
      };
    },
  };
}

/** The public half as COSE has it (RFC 9053 §7.1.1). */
function coseOf(privateKey: KeyObject): Buffer {
  const { x = '', y = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return map([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
}

function attested(authData: Buffer, { attestation }: Wrong): Buffer {
  const signed: [string, Value][] = [
    ['alg', -7],
    ['sig', randomBytes(64)],
    ['x5c', [attestation?.x5c ?? Buffer.alloc(0)]],
  ];
  return map([
    ['fmt', attestation?.fmt ?? 'none'],
    ['attStmt', { cbor: map(attestation ? signed : []) }],
    ['authData', authData],
  ]);
}

type Value = number | string | Buffer | Value[] | { cbor: Buffer };

/** A CBOR map (RFC 8949) of the few kinds of values that an attestation has. */
function map(entries: [number | string, Value][]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, value]) => [encoded(key), encoded(value)])]);
}

function encoded(value: Value): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encoded)]);
  return value.cbor;
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count]);
  if (count < 256) return Buffer.from([(major << 5) | 24, count]);
  return Buffer.from([(major << 5) | 25, count >> 8, count & 0xff]);
}
