// The envelope's public keys: from the page, else from /galaxy/init; trusted only when the root key of this build has signed the list.

import { type KeyList, keyListText, zKeyList } from '@sandali/contract/init.ts';
import { safeParse } from 'valibot';
import { fromBase64url } from './base64.ts';

export type EnvelopeKey = KeyList['keys'][number];

/** Whether the root key (SPKI DER, base64url) has signed the list: ECDSA P-256, SHA-256, IEEE P1363, over `keyListText`. */
export async function isSigned(list: KeyList, rootPublicKey: string): Promise<boolean> {
  if (!rootPublicKey) return false;
  try {
    const curve = { name: 'ECDSA', namedCurve: 'P-256' };
    const root = await crypto.subtle.importKey('spki', fromBase64url(rootPublicKey), curve, false, ['verify']);
    const text = new TextEncoder().encode(keyListText(list.keys));
    return await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, root, fromBase64url(list.signature), text);
  } catch {
    return false;
  }
}

/** The newest key that is in force at `wallMs` (milliseconds since 1970), or null. */
export function keyInForce(keys: readonly EnvelopeKey[], wallMs: number): EnvelopeKey | null {
  const inForce = keys.filter((key) => Date.parse(key.from) <= wallMs && wallMs < Date.parse(key.until));
  return inForce.sort((a, b) => Date.parse(b.from) - Date.parse(a.from))[0] ?? null;
}

/** Reads a key list and checks its signature; null for anything that is not a signed list. */
export async function trustedList(raw: unknown, rootPublicKey: string): Promise<KeyList | null> {
  const parsed = safeParse(zKeyList, raw);
  return parsed.success && (await isSigned(parsed.output, rootPublicKey)) ? parsed.output : null;
}

/** The list that the server wrote into the page, unchecked; null in a page from the service worker or a development server. */
export function listInPage(): unknown {
  try {
    return JSON.parse(document.getElementById('keys')?.textContent || 'null');
  } catch {
    return null;
  }
}
