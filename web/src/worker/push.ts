// The part of the service worker that shows push notifications and opens the app at a
// notification's address. build.ts appends this code to workbox's code in sw.js; it imports nothing
// at run time.
import type { PushNote } from '@sandali/contract/push.ts';

type Shown = { tag: string; data: { opens: string }; close(): void };
type Page = { url: string; focus(): Promise<Page>; navigate(url: string): Promise<Page | null> };
type Waiting = { waitUntil(work: Promise<unknown>): void };
export type PushEvent = Waiting & { data: { json(): unknown } | null };
export type ClickEvent = Waiting & { notification: Shown };
export type Scope = {
  registration: { showNotification(title: string, options: object): Promise<void> };
  clients: {
    matchAll(of: { type: 'window'; includeUncontrolled: true }): Promise<readonly Page[]>;
    openWindow(url: string): Promise<Page | null>;
  };
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
};

/** Parses a push payload; rejects addresses of other origins. */
export function parsePush(data: PushEvent['data']): PushNote | null {
  try {
    if (!data) return null;
    const { body, opens, tag } = data.json() as PushNote;
    return typeof body === 'string' && typeof tag === 'string' && /^\/(?!\/)/.test(opens)
      ? { body, opens, tag }
      : null;
  } catch {
    return null;
  }
}

/** Listens for push notifications, and for taps on them. */
export function listenForPush(scope: Scope): void {
  scope.addEventListener('push', (event) => {
    // Browsers require a notification for each push. For an invalid payload, show one without text
    // that opens the home screen.
    const { body, opens, tag } = parsePush(event.data) ?? { body: '', opens: '/', tag: 'sandali' };
    const looks = { icon: '/app-icon-192.png', badge: '/app-icon-192.png' };
    event.waitUntil(
      scope.registration.showNotification('Sandali', { body, tag, data: { opens }, ...looks }),
    );
  });
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(scope, event.notification.data.opens));
  });
}

/** Opens the address in an open window, or else in a new one. */
async function open({ clients }: Scope, address: string): Promise<unknown> {
  const [page] = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!page) return await clients.openWindow(address);
  const moved = await page.navigate(address).catch(() => null);
  return await (moved ?? page).focus();
}
