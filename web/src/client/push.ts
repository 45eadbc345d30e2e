// Push notifications on this phone. Permission is requested only after the borrower presses the
// button.
import type { PushSubscriptionFacts } from '@sandali/contract/push.ts';
import { toBase64url } from './base64.ts';

/**
 * `unsupported`: the browser has no push, or our service worker is not registered. `denied`: the
 * borrower refused. `failed`: the push service returned no endpoint.
 */
export type Subscribed =
  | { kind: 'done'; facts: PushSubscriptionFacts }
  | { kind: 'unsupported' | 'denied' | 'failed' };

export function supportsPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** Requests permission, then subscribes with our public key (base64url). Never rejects. */
export async function subscribeToPush(publicKey: string): Promise<Subscribed> {
  if (!supportsPush()) return { kind: 'unsupported' };
  try {
    if ((await Notification.requestPermission()) !== 'granted') return { kind: 'denied' };
    const registration = await navigator.serviceWorker.getRegistration();
    if (!registration) return { kind: 'unsupported' };
    const { pushManager } = registration;
    // A subscription with another key is useless and prevents ours.
    const old = await pushManager.getSubscription();
    if (old && keyOf(old.options.applicationServerKey) !== publicKey) await old.unsubscribe();
    const subscription = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    });
    return {
      kind: 'done',
      facts: {
        endpoint: subscription.endpoint,
        p256dh: keyOf(subscription.getKey('p256dh')),
        auth: keyOf(subscription.getKey('auth')),
      },
    };
  } catch {
    return { kind: 'failed' };
  }
}

const keyOf = (bytes: ArrayBuffer | null) => toBase64url(bytes ?? new ArrayBuffer(0));
