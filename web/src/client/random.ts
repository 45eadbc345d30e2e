// Chance: the only place of the web program that asks for it.
import { timedId } from '@sandali/contract/id.ts';
import { toBase64url } from './base64.ts';
import { wallMs } from './clock.ts';

/**
 * A new request id. It carries the server's time, as far as this phone knows it: one that is too
 * old is refused.
 */
export function newRequestId(): string {
  return timedId(wallMs(), crypto.getRandomValues(new Uint8Array(16)));
}

/** 128 random bits in base64url (22 letters). */
export function new128Bits(): string {
  return toBase64url(crypto.getRandomValues(new Uint8Array(16)));
}
