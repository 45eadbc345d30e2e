// The port to the browsers' push services. Call it outside any database transaction.
import type { PushNote, PushSubscriptionFacts } from '@sandali/contract/push.ts';

export type Push = {
  /**
   * Our public key (P-256, uncompressed, base64url), to which browsers bind subscriptions; null if
   * notifications are not offered.
   */
  readonly publicKey: string | null;
  /** Sends a notification to a browser. The service stores it for `ttlSeconds`. Never throws. */
  send(to: PushSubscriptionFacts, note: PushNote, ttlSeconds: number): Promise<PushAnswer>;
};

/**
 * The result of a send attempt. `gone`: the subscription has ended (404 in RFC 8030, or 410).
 * `unknown`: the notification may have been sent. `reason` is for operators and omits address and
 * text.
 */
export type PushAnswer =
  | { outcome: 'sent' }
  | { outcome: 'gone' }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unknown'; reason: string };
