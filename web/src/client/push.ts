// Notifications on this phone. Permission is requested only after a press of the button.
import type { PushSubscriptionFacts } from '@sandali/contract/push.ts';
import { toBase64url } from './base64.ts';

/**
 * `unsupported`: this browser has none, or keeps no service worker. `denied`: its owner said no.
 * `failed`: its push service gave no address.
 */
export type Subscribed =
  | { kind: 'done'; facts: PushSubscriptionFacts }
  | { kind: 'unsupported' | 'denied' | 'failed' };

/** Whether this browser could show notifications at all. */
export function supportsPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/**
 * Asks for leave, and for an address that is bound to our public key (base64url). Never rejects.
 */
export async function subscribeToPush(publicKey: string): Promise<Subscribed> {
  if (!supportsPush()) return { kind: 'unsupported' };
  try {
    if ((await Notification.requestPermission()) !== 'granted') return { kind: 'denied' };
    const registration = await navigator.serviceWorker.getRegistration();
    if (!registration) return { kind: 'unsupported' };
    const { pushManager } = registration;
    // A subscription with another key is useless, and prevents ours.
    const old = await pushManager.getSubscription();
    if (old && keyOf(old.options.applicationServerKey) !== publicKey) await old.unsubscribe();
    const made = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    });
    return {
      kind: 'done',
      facts: {
        endpoint: made.endpoint,
        p256dh: keyOf(made.getKey('p256dh')),
        auth: keyOf(made.getKey('auth')),
      },
    };
  } catch {
    return { kind: 'failed' };
  }
}

const keyOf = (bytes: ArrayBuffer | null) => toBase64url(bytes ?? new ArrayBuffer(0));
