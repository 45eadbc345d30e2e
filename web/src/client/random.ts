// Chance: the only place of the web program that asks for it.
import { toBase64url } from './base64.ts';

/** A random UUID (version 4). `crypto.randomUUID` is missing in old web views and on plain http. */
export function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const marked = [...bytes].map((byte, at) => (at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte));
  const hex = marked.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** 128 random bits in base64url (22 letters). */
export function new128Bits(): string {
  return toBase64url(crypto.getRandomValues(new Uint8Array(16)));
}
