// What the product asks of the push services of browsers. Call it outside every database
// transaction.
import type { PushNote, PushSubscriptionFacts } from '@sandali/contract/push.ts';

export type Push = {
  /**
   * Our public key (P-256, uncompressed, base64url), to which a browser binds a subscription; null
   * where no notifications are offered.
   */
  readonly publicKey: string | null;
  /** Hands in one notification for one browser, to be kept for it so long at most. Never throws. */
  send(to: PushSubscriptionFacts, note: PushNote, ttlSeconds: number): Promise<PushAnswer>;
};

/**
 * `gone`: the browser no longer wants any (RFC 8030, 7.3: 404; services also say 410). `refused`:
 * nothing was sent. `unknown`: it may or may not have been. `why` is for operators and names
 * neither the address nor the words.
 */
export type PushAnswer =
  | { outcome: 'sent' }
  | { outcome: 'gone' }
  | { outcome: 'refused'; why: string }
  | { outcome: 'unknown'; why: string };
