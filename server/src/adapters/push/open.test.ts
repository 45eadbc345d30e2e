import { expect, test } from 'vitest';
import { freshDatabase } from '#/db/testing.ts';
import { manualClocks } from '#/platform/clock.ts';
import { openPush } from './open.ts';

const { app } = await freshDatabase();
const clocks = manualClocks('2026-11-20T02:00:00Z');
const vapid = { publicKey: 'BAAA', privateKey: 'x', subject: 'https://app.example' };
const to = { endpoint: 'https://fcm.googleapis.com/fcm/send/x', p256dh: 'B', auth: 'A' };
const note = {
  body: '₱61,800.00 is due tomorrow',
  opens: '/wealth',
  tag: '0198a000-0000-7000-8000-000000000001',
};

test('neither offers nor sends push notifications without a key', async () => {
  for (const mode of ['services', 'outbox'] as const) {
    const push = openPush(mode, null, app.db, clocks);
    expect(push.publicKey).toBeNull();
    expect(await push.send(to, note, 60)).toEqual({
      outcome: 'refused',
      reason: 'no notifications are offered',
    });
  }
});

test('the sandbox stores a notification once per browser, with its business time', async () => {
  const push = openPush('outbox', vapid, app.db, clocks);
  const other = { ...to, endpoint: `${to.endpoint}2` };
  for (const browser of [to, to, other])
    expect(await push.send(browser, note, 60)).toEqual({ outcome: 'sent' });
  const rows = await app.db
    .selectFrom('sandbox_pushes')
    .select(['message_id', 'body', 'opens', 'sent_at'])
    .execute();
  const row = { message_id: note.tag, body: note.body, opens: note.opens, sent_at: clocks.now() };
  expect(rows).toEqual([row, row]);
});

test('uses the browsers’ push services in services mode', () => {
  expect(openPush('services', vapid, app.db, clocks).publicKey).toBe('BAAA');
});
