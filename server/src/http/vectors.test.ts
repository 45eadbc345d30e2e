// Checks docs/integrators/protocol-vectors.json against the server's envelope, @hpke/core, and,
// step by step, Node's primitives.
import * as crypto from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { keyListText } from '@sandali/contract/init.ts';
import { expect, test } from 'vitest';
import { isSignedBy } from '#/platform/key-files.ts';
import { aadOf, sealFor } from '#/testing/seal.ts';
import { associatedData, open, padded, rawRequestInfo, requestInfo, splitRaw } from './envelope.ts';

const docs = path.join(import.meta.dirname, '../../../docs/integrators');
const { keyList, vectors } = JSON.parse(
  fs.readFileSync(path.join(docs, 'protocol-vectors.json'), 'utf8'),
);
const bytes = (text: string) => Buffer.from(text, 'base64url');
const curve = { name: 'ECDH', namedCurve: 'P-256' };
const privateKeyOf = ({ kid: _, ...jwk }: Jwk & { kid?: string }) =>
  crypto.createPrivateKey({ format: 'jwk', key: jwk });

/** Decrypts AES-128-GCM data that ends with its tag. */
function gcm(key: Buffer, iv: Buffer, sealed: Buffer, aad: Buffer): Buffer {
  const opener = crypto
    .createDecipheriv('aes-128-gcm', key, iv)
    .setAAD(aad)
    .setAuthTag(sealed.subarray(-16));
  return Buffer.concat([opener.update(sealed.subarray(0, -16)), opener.final()]);
}
const plainOf = ({ plaintext, plainbytes }: Vector) =>
  plainbytes ? bytes(plainbytes) : Buffer.from(plaintext ?? '');
const hmac = (key: Buffer, ...parts: Buffer[]) =>
  crypto.createHmac('sha256', key).update(Buffer.concat(parts)).digest();

test('the vectors cover both envelope versions, and their key list is signed by the root', () => {
  expect((vectors as Vector[]).map(({ request }) => request.v)).toEqual([1, 1, 2]);
  expect(keyListText(keyList.list.keys)).toBe(keyList.text);
  const root = crypto.createPublicKey({
    key: bytes(keyList.rootPublicKey),
    format: 'der',
    type: 'spki',
  });
  expect(isSignedBy(root, keyList.list)).toBe(true);
  expect(isSignedBy(root, { ...keyList.list, keys: keyList.list.keys.slice(1) })).toBe(false);
});

test.each(vectors as Vector[])(
  '$name: the server opens the request and seals the response',
  (vector) => {
    const { request, answer } = vector;
    expect((request.v === 1 ? requestInfo : rawRequestInfo).toString()).toBe(vector.info);
    expect(associatedData(vector.bound).toString()).toBe(vector.associatedData);
    const aad = Buffer.from(vector.associatedData);
    const opened = open(
      privateKeyOf(vector.recipientKey),
      Buffer.from(vector.info),
      bytes(request.enc),
      bytes(request.ct),
      aad,
    );
    expect(opened.text).toEqual(plainOf(vector));
    if (vector.plaintext)
      expect(padded(JSON.stringify(JSON.parse(vector.plaintext))).toString()).toBe(
        vector.plaintext,
      );
    else {
      const { json, raw } = splitRaw(opened.text) as NonNullable<ReturnType<typeof splitRaw>>;
      expect([json.toString().trimEnd(), Buffer.from(raw).toString('base64url')]).toEqual([
        vector.json,
        vector.raw,
      ]);
      expect(opened.text.length % 256).toBe(0);
    }
    expect(opened.export(Buffer.from('sandali answer'), 16).toString('base64url')).toBe(
      answer.exported,
    );
    const sealed = opened.answer(Buffer.from(answer.plaintext), bytes(answer.sealed.nonce));
    expect(sealed.ct.toString('base64url')).toBe(answer.sealed.ct);
    expect(padded(JSON.stringify(JSON.parse(answer.plaintext))).toString()).toBe(answer.plaintext);
  },
);

test.each(vectors as Vector[])(
  '$name: @hpke/core seals the same request and opens the response',
  async (vector) => {
    const { kid, d: _, ...jwk } = vector.recipientKey;
    const { d: __, ...publicJwk } = vector.ephemeralKey;
    const ekm = {
      privateKey: await globalThis.crypto.subtle.importKey(
        'jwk',
        vector.ephemeralKey,
        curve,
        true,
        ['deriveBits'],
      ),
      publicKey: await globalThis.crypto.subtle.importKey('jwk', publicJwk, curve, true, []),
    };
    const sealed = await sealFor(
      { kid, jwk },
      vector.bound,
      new Uint8Array(plainOf(vector)),
      ekm,
      vector.request.v,
    );
    expect(sealed.request).toEqual(vector.request);
    expect(aadOf(vector.bound)).toBe(vector.associatedData);
    expect(sealed.open(vector.answer.sealed)).toBe(vector.answer.plaintext);
  },
);

test.each(vectors as Vector[])(
  '$name: Node’s primitives reproduce every intermediate value',
  (vector) => {
    const { request, answer } = vector;
    const shared = crypto.decapsulate(privateKeyOf(vector.recipientKey), bytes(request.enc));
    expect(shared.toString('base64url')).toBe(vector.sharedSecret);
    const point = Buffer.concat([
      Buffer.from([4]),
      bytes(vector.ephemeralKey.x),
      bytes(vector.ephemeralKey.y),
    ]);
    expect(point.toString('base64url')).toBe(request.enc);
    expect(
      gcm(
        bytes(vector.key),
        bytes(vector.baseNonce),
        bytes(request.ct),
        Buffer.from(vector.associatedData),
      ),
    ).toEqual(plainOf(vector));
    const prk = hmac(
      Buffer.concat([bytes(request.enc), bytes(answer.sealed.nonce)]),
      bytes(answer.exported),
    );
    expect(prk.toString('base64url')).toBe(answer.prk);
    const derived = (label: string, length: number) =>
      hmac(prk, Buffer.from(label), Buffer.from([1])).subarray(0, length);
    expect(
      [derived('key', 16), derived('nonce', 12)].map((part) => part.toString('base64url')),
    ).toEqual([answer.key, answer.iv]);
    expect(
      gcm(bytes(answer.key), bytes(answer.iv), bytes(answer.sealed.ct), Buffer.alloc(0)).toString(),
    ).toBe(answer.plaintext);
  },
);

test('docs/integrators/protocol.md quotes the first vector in the file', () => {
  const page = fs.readFileSync(path.join(docs, 'protocol.md'), 'utf8');
  const [{ recipientKey, ephemeralKey, request, answer, ...vector }] = vectors as [Vector];
  const printed = {
    x: recipientKey.x,
    y: recipientKey.y,
    d: recipientKey.d,
    ephemeral: ephemeralKey.d,
    enc: request.enc,
    ct: request.ct,
  };
  const steps = {
    shared: vector.sharedSecret,
    key: vector.key,
    nonce: vector.baseNonce,
    exported: answer.exported,
    prk: answer.prk,
  };
  const answered = {
    key: answer.key,
    iv: answer.iv,
    nonce: answer.sealed.nonce,
    ct: answer.sealed.ct,
  };
  for (const value of [printed, steps, answered].flatMap((part) => Object.values(part)))
    expect(page.replaceAll(/\s/g, '')).toContain(value);
});

type Jwk = { kty: 'EC'; crv: 'P-256'; x: string; y: string; d: string };
type Vector = {
  name: string;
  recipientKey: Jwk & { kid: string };
  ephemeralKey: Jwk;
  info: string;
  bound: { path: string; token: string; terminal: string; locale: string };
  associatedData: string;
  /** Version 1 has `plaintext`; version 2 has `plainbytes` and its parts `json` and `raw`. */
  plaintext?: string;
  plainbytes?: string;
  json?: string;
  raw?: string;
  sharedSecret: string;
  key: string;
  baseNonce: string;
  request: { v: 1 | 2; kid: string; enc: string; ct: string };
  answer: {
    exported: string;
    prk: string;
    key: string;
    iv: string;
    plaintext: string;
    sealed: { nonce: string; ct: string };
  };
};
