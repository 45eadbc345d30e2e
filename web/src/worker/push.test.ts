import { expect, test, vi } from 'vitest';
import { type ClickEvent, listenForPush, type PushEvent, parsePush, type Scope } from './push.ts';

function worker(
  pages: { focus(): Promise<unknown>; navigate(url: string): Promise<unknown> }[] = [],
) {
  const listeners: Record<string, (event: never) => void> = {};
  const showNotification = vi.fn(async () => {});
  const openWindow = vi.fn(async () => null);
  listenForPush({
    registration: { showNotification },
    clients: { matchAll: async () => pages, openWindow },
    addEventListener: (type: string, listener: (event: never) => void) => {
      listeners[type] = listener;
    },
  } as unknown as Scope);
  const works: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>) => void works.push(work);
  const pushed = async (data: PushEvent['data']) => {
    listeners.push?.({ data, waitUntil } as never);
    await Promise.all(works);
  };
  const tap = async (opens: string) => {
    const close = vi.fn();
    listeners.notificationclick?.({
      notification: { tag: 't', data: { opens }, close },
      waitUntil,
    } satisfies ClickEvent as never);
    await Promise.all(works);
    expect(close).toHaveBeenCalledOnce();
  };
  return { showNotification, openWindow, pushed, tapped: tap };
}
const json = (value: unknown) => ({ json: () => value });

test('shows a push notification with its text, once per message', async () => {
  const { pushed, showNotification } = worker();
  await pushed(
    json({ body: '₱61,800.00 is due tomorrow', opens: '/billDetail?loanId=1', tag: 'm-1' }),
  );
  expect(showNotification).toHaveBeenCalledWith('Sandali', {
    body: '₱61,800.00 is due tomorrow',
    tag: 'm-1',
    data: { opens: '/billDetail?loanId=1' },
    icon: '/app-icon-192.png',
    badge: '/app-icon-192.png',
  });
});

test.each([
  ['nothing', null],
  ['no JSON', { json: () => JSON.parse('{') }],
  ['an address elsewhere', json({ body: 'x', opens: 'https://evil.example/', tag: 't' })],
  [
    'an address of another host without its scheme',
    json({ body: 'x', opens: '//evil.example/', tag: 't' }),
  ],
  ['a script', json({ body: 'x', opens: 'javascript:alert(1)', tag: 't' })],
  ['no words', json({ opens: '/', tag: 't' })],
  ['a number', json(7)],
])('an invalid payload shows a notification without text that opens home: %s', async (_, data) => {
  expect(parsePush(data)).toBeNull();
  const { pushed, showNotification } = worker();
  await pushed(data);
  expect(showNotification).toHaveBeenCalledWith(
    'Sandali',
    expect.objectContaining({ body: '', data: { opens: '/' } }),
  );
});

test('a tap on a notification opens the bill in an open window, or else in a new one', async () => {
  const page = { focus: vi.fn(async () => page), navigate: vi.fn(async () => page) };
  const there = worker([page]);
  await there.tapped('/billDetail?loanId=1');
  expect([
    page.navigate.mock.calls,
    page.focus.mock.calls.length,
    there.openWindow.mock.calls,
  ]).toEqual([[['/billDetail?loanId=1']], 1, []]);
  const none = worker();
  await none.tapped('/billDetail?loanId=1');
  expect(none.openWindow).toHaveBeenCalledWith('/billDetail?loanId=1');
});

test('a tap on a notification focuses a window that cannot navigate', async () => {
  const page = {
    focus: vi.fn(async () => page),
    navigate: vi.fn(async () => Promise.reject(new TypeError('not controlled'))),
  };
  await worker([page]).tapped('/wealth');
  expect(page.focus).toHaveBeenCalledOnce();
});
