// Notifications of the browser (Web Push: RFC 8030, 8291, 8292): where they may be sent, and what
// one carries.
import * as v from 'valibot';

/**
 * The push services of the browsers that people use: Chromium's, Firefox's and Safari's. The server
 * sends to no others.
 */
const pushHosts: readonly string[] = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
];
/** Edge's service has a host for each of its centres. */
const pushHostEnds: readonly string[] = ['.notify.windows.com'];

/** Whether an address is https at a known push service, on the usual port, and names nobody. */
export function isPushService(address: string): boolean {
  try {
    const { protocol, hostname, port, username, password, hash } = new URL(address);
    const isKnown =
      pushHosts.includes(hostname) || pushHostEnds.some((end) => hostname.endsWith(end));
    return protocol === 'https:' && isKnown && !port && !username && !password && !hash;
  } catch {
    return false;
  }
}

/**
 * What a browser's PushSubscription contains: the address, its public key (65 bytes, uncompressed
 * P-256) and its secret (16 bytes), both base64url.
 */
export const zPushSubscription = v.strictObject({
  endpoint: v.pipe(v.string(), v.maxLength(1000), v.url()),
  p256dh: v.pipe(v.string(), v.regex(/^B[A-Za-z0-9_-]{86}$/)),
  auth: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22}$/)),
});
export type PushSubscriptionFacts = v.InferOutput<typeof zPushSubscription>;

/**
 * What the service worker receives: the text, the address in the program that they lead to, and the
 * message's id, under which it is shown once.
 */
export type PushNote = { readonly body: string; readonly opens: string; readonly tag: string };
