// A passkey as a key of staff: its hash, and the short fingerprint that people read to each other.
import type { Read } from '#/db/database.ts';
import { Declined, invariant } from '#/platform/refuse.ts';
import { sha256 } from '#/platform/seal.ts';
import { type KeptPasskey, passkeysBetween } from './passkeys.store.ts';

/** Crockford's base32, which has no I, L, O or U. */
const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const [fingerprintLength, bitsOfSymbol] = [20, 5];

/** The form of a fingerprint, or of the hash of a key in hex. */
export const hashOrFingerprint = /[0-9a-f]{64}|[0-9A-Za-z]{5}(?:-[0-9A-Za-z]{5}){3}/;
export const fingerprintForm = /[0-9A-Za-z]{5}(?:-[0-9A-Za-z]{5}){3}/;

/**
 * Returns the hash of a passkey. The preimage has a space and a line break, so it is not the hash
 * of any key for the command line.
 */
export function hashOfPasskey(passkey: { credentialId: Buffer; publicKey: Buffer }): Buffer {
  return sha256(
    Buffer.concat([Buffer.from('sandali passkey\n'), passkey.credentialId, passkey.publicKey]),
  );
}

/** Returns the first 100 bits of a hash: '7K2MQ-0X4TB-N9HHP-3CWZD'. */
export function fingerprintOf(hash: Buffer): string {
  const bits =
    BigInt(`0x${hash.toString('hex')}`) >> BigInt(256 - fingerprintLength * bitsOfSymbol);
  const all = Array.from({ length: fingerprintLength }, (_, nth) => {
    const shift = BigInt((fingerprintLength - 1 - nth) * bitsOfSymbol);
    return symbols.charAt(Number((bits >> shift) & 31n));
  }).join('');
  return all.replace(/.{5}(?!$)/g, '$&-');
}

/**
 * Returns the kept passkey with this fingerprint.
 * @throws Declined if there is none
 */
export async function passkeyOf(read: Read, fingerprint: string): Promise<KeptPasskey> {
  const [passkey, second] = await passkeysBetween(read, rangeOf(fingerprint));
  if (!passkey || second)
    throw new Declined(
      'No passkey has this fingerprint. The person makes one at the desk and reads it to you; it is kept for 7 days.',
    );
  return passkey;
}

/** Returns the kept passkey with this hash, or null for the hash of a key of the command line. */
export async function passkeyWithHash(read: Read, hash: Buffer): Promise<KeptPasskey | null> {
  return (await passkeysBetween(read, [hash, hash]))[0] ?? null;
}

/** Returns the least and the greatest hash that begin with a fingerprint. */
function rangeOf(fingerprint: string): [Buffer, Buffer] {
  const typed = fingerprint.toUpperCase().replaceAll('-', '').replace(/[IL]/g, '1');
  let bits = 0n;
  for (const symbol of typed.replaceAll('O', '0')) {
    const value = symbols.indexOf(symbol);
    if (value < 0) throw new Declined('A fingerprint has no letter U.');
    bits = (bits << BigInt(bitsOfSymbol)) | BigInt(value);
  }
  invariant(typed.length === fingerprintLength, 'a fingerprint has 20 symbols');
  const rest = BigInt(256 - fingerprintLength * bitsOfSymbol);
  const bytes = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
  return [bytes(bits << rest), bytes((bits << rest) | ((1n << rest) - 1n))];
}
