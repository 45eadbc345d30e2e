// Browser push notifications (Web Push: RFC 8030, 8291, 8292): the allowed services, and the
// content of a notification.
import * as v from 'valibot';

/** The push services of Chromium, Firefox and Safari. The server sends only to known services. */
const pushHosts: readonly string[] = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
];
/** Edge's service has a host for each data centre. */
const pushHostEnds: readonly string[] = ['.notify.windows.com'];

/**
 * Whether a URL uses https, a known push service and the default port, without user or password.
 */
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
 * A browser's PushSubscription: its URL, public key (65 bytes, uncompressed P-256) and secret
 * (16 bytes), both in base64url.
 */
export const zPushSubscription = v.strictObject({
  endpoint: v.pipe(v.string(), v.maxLength(1000), v.url()),
  p256dh: v.pipe(v.string(), v.regex(/^B[A-Za-z0-9_-]{86}$/)),
  auth: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22}$/)),
});
export type PushSubscriptionFacts = v.InferOutput<typeof zPushSubscription>;

/**
 * The content for the service worker: the text, the path that it opens, and the message's id, which
 * prevents showing it twice.
 */
export type PushNote = { readonly body: string; readonly opens: string; readonly tag: string };
