import { timedId } from '@sandali/contract/id.ts';
import { toBase64url } from './base64.ts';
import { wallMs } from './clock.ts';

/**
 * Creates a request id, which contains the server's time if known, because the server refuses old
 * ids.
 */
export function newRequestId(): string {
  return timedId(wallMs(), crypto.getRandomValues(new Uint8Array(16)));
}

/** Returns 128 random bits in base64url (22 characters). */
export function new128Bits(): string {
  return toBase64url(crypto.getRandomValues(new Uint8Array(16)));
}
