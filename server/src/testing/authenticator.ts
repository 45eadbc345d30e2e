// A software authenticator for tests, with ES256 keys (WebAuthn level 3, §6.1 and §6.5.4). It can
// also give wrong responses.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import type { Assertion } from '@sandali/contract/assertion.ts';
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import type { passkeyAdd, passkeyBegin, passkeyChallenge } from '@sandali/contract/passkey.ts';

type Begun = DataOf<typeof passkeyBegin>;
type Challenge = DataOf<typeof passkeyChallenge>;
/** Wrong values that replace the correct values in a response. */
export type Wrong = {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  isChecked?: boolean;
  counter?: number;
  /** The format of an attestation by an unknown manufacturer, valid only as `fido-u2f`. */
  attestation?: string;
};
export type Authenticator = ReturnType<typeof authenticator>;

const present = 0x01;
const checked = 0x04;
const canBeCopied = 0x08;
const isCopied = 0x10;
const hasKey = 0x40;

/** The key of an unknown manufacturer, and its certificate, valid until 2126. */
const makerKeyDer =
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg969mVZkBhcuyGR4GjCAFRJltNQ63ia2fraPNrCJ2IFShRANCAAQ/OVwc3r8Mk8HPniLMTRhmYpmJ1eWC9d//' +
  '47r6TwN6U6EVccR2blJs5Umx+JcqlbygpdANDmRNtipb4U1SmSOu';
const makerCertificateDer =
  'MIIBezCCASGgAwIBAgIUBY8AughghRQM4mBDqMEwJhJwdzYwCgYIKoZIzj0EAwIwEjEQMA4GA1UEAwwHQSBtYWtlcjAgFw0yNjExMjIwMDU3MjBaGA8yMTI2MTAyOTAwNTcy' +
  'MFowEjEQMA4GA1UEAwwHQSBtYWtlcjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABD85XBzevwyTwc+eIsxNGGZimYnV5YL13//juvpPA3pToRVxxHZuUmzlSbH4lyqVvKCl' +
  '0A0OZE22KlvhTVKZI66jUzBRMB0GA1UdDgQWBBSQnvtYQW7jbrNe4U7yEufO3BbtazAfBgNVHSMEGDAWgBSQnvtYQW7jbrNe4U7yEufO3BbtazAPBgNVHRMBAf8EBTADAQH/' +
  'MAoGCCqGSM49BAMCA0gAMEUCIQCNem93FsMrJ5ZTktTglSLeZNQ3SNmdRWAvW3rfb/umJgIgJMaYquSCOqMJu7P++ZqtgIx94tnSrDNDc4gTwYHTeQ4=';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const b64 = (data: Buffer) => data.toString('base64url');

/**
 * Returns an authenticator with one key, for pages of this origin. `counts` is the initial value of
 * its signature counter; null fixes the counter at 0.
 */
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
    const flags =
      present |
      (wrong.isChecked === false ? 0 : checked) |
      canBeCopied |
      isCopied |
      (key.length > 0 ? hasKey : 0);
    return Buffer.concat([sha256(wrong.rpId ?? rpId), Buffer.from([flags]), count, key]);
  };

  return {
    credentialId: b64(credentialId),
    /** Creates a passkey for a registration. */
    make({ challengeId, options }: Begun, wrong: Wrong = {}): RequestOf<typeof passkeyAdd> {
      userHandle = options.user.id;
      const key = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        cose,
      ]);
      const data = clientData('webauthn.create', options.challenge, wrong);
      const point = Buffer.concat([Buffer.from([4]), ...coordinatesOf(privateKey)]);
      const signed = Buffer.concat([
        Buffer.alloc(1),
        sha256(options.rp.id),
        sha256(data),
        credentialId,
        point,
      ]);
      const attestationObject = attested(authData(options.rp.id, wrong, key), wrong, signed);
      return {
        challengeId,
        credentialId: b64(credentialId),
        clientDataJSON: b64(data),
        attestationObject: b64(attestationObject),
        transports: ['internal', 'hybrid'],
      };
    },
    /** Signs a challenge. */
    answer({ challengeId, options }: Challenge, wrong: Wrong = {}): Assertion {
      if (counter !== null) counter += 1;
      const data = clientData('webauthn.get', options.challenge, wrong);
      const authenticatorData = authData(options.rpId, wrong, Buffer.alloc(0));
      const signature = sign(
        'sha256',
        Buffer.concat([authenticatorData, sha256(data)]),
        privateKey,
      );
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

/** Encodes the public key as COSE (RFC 9053 §7.1.1). */
function coseOf(privateKey: KeyObject): Buffer {
  const [x, y] = coordinatesOf(privateKey);
  return map([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, x],
    [-3, y],
  ]);
}

function coordinatesOf(privateKey: KeyObject): [Buffer, Buffer] {
  const { x = '', y = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
}

/**
 * Creates the attestation object. A U2F manufacturer signs `signed` (FIDO U2F Raw Message Formats
 * §4.3).
 */
function attested(authData: Buffer, { attestation }: Wrong, signed: Buffer): Buffer {
  const makerKey = createPrivateKey({
    key: Buffer.from(makerKeyDer, 'base64'),
    format: 'der',
    type: 'pkcs8',
  });
  const statement: [string, Value][] = [
    ['sig', sign('sha256', signed, makerKey)],
    ['x5c', [Buffer.from(makerCertificateDer, 'base64')]],
  ];
  return map([
    ['fmt', attestation ?? 'none'],
    ['attStmt', { cbor: map(attestation ? statement : []) }],
    ['authData', authData],
  ]);
}

type Value = number | string | Buffer | Value[] | { cbor: Buffer };

/** Encodes a CBOR map (RFC 8949); supports only the value types that occur in attestations. */
function map(entries: [number | string, Value][]): Buffer {
  return Buffer.concat([
    head(5, entries.length),
    ...entries.flatMap(([key, value]) => [encoded(key), encoded(value)]),
  ]);
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
