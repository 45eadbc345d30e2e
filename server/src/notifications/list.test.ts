import { codeSms } from '@sandali/contract/account.ts';
import { noticeList, noticesAPage } from '@sandali/contract/notifications.ts';
import { expect, test } from 'vitest';
import { recipientOf } from '#/account/account.ts';
import { workCtx } from '#/context/ctx.ts';
import { inTx } from '#/db/database.ts';
import { newId } from '#/platform/random.ts';
import { gidOf, testApp } from '#/testing/app.ts';
import { storeSetting } from '#/testing/settings.ts';
import { notify } from './notifications.ts';

const app = await testApp();
const say = (to: string, limit: string) =>
  inTx(app.db, async (tx) =>
    notify(workCtx(app.context), tx, await recipientOf(app.context, tx, to), 'reviewApproved', {
      limit,
    }),
  );

test('lists a borrower’s own messages by page, without codes or dropped messages', async () => {
  const [anna, ben] = [await app.person(), await app.person()];
  const [gid, bens] = [await gidOf(anna), await gidOf(ben)];
  await say(bens, '₱7');
  app.clocks.addMs(61_000);
  await anna.client.must(codeSms, { phone: anna.life.phone, purpose: 'bankAccount' });
  const count = noticesAPage + 3;
  // All messages have the same time, but their order must still be unambiguous.
  for (let n = 1; n <= count; n += 1) await say(gid, `₱${n}`);
  await say(bens, '₱999');
  await app.db
    .updateTable('messages')
    .set({ state: 'dropped', dropped_at: app.clocks.now() })
    .where('borrower_id', '=', bens)
    .where('queued_at', '=', app.clocks.now())
    .execute();
  const first = await anna.client.must(noticeList, {});
  expect(first.notices).toHaveLength(noticesAPage);
  expect(first.notices[0]).toMatchObject({
    sort: 'notice',
    title: expect.stringMatching(/^You are approved for ₱\d+$/),
    opens: '/creditStatus',
    at: app.clocks.now().toString({ smallestUnit: 'millisecond' }),
  });
  const second = await anna.client.must(noticeList, { before: first.next ?? undefined });
  const texts = [...first.notices, ...second.notices].map((notice) => notice.text);
  expect(second.next).toBeNull();
  expect(new Set(texts).size).toBe(count);
  expect(texts.every((text) => text.startsWith('Good news, you are approved.'))).toBe(true);
  expect(texts.join()).not.toMatch(/\b\d{6}\b/);
  expect((await ben.client.must(noticeList, {})).notices.map((notice) => notice.text)).toEqual([
    expect.stringContaining('₱7'),
  ]);
  // The id of another borrower's message returns an empty page.
  expect(
    (await ben.client.must(noticeList, { before: first.notices[3]?.noticeId })).notices,
  ).toEqual([]);
  expect(
    (await anna.client.must(noticeList, { before: newId(app.clocks.wall()) as never })).notices,
  ).toEqual([]);
});

test('the first page of messages includes the current announcements', async () => {
  const anna = await app.person();
  expect((await anna.client.must(noticeList, {})).announcements).toEqual([]);
  const set = (name: string, text: string) =>
    inTx(app.db, (tx) => storeSetting(tx, name, text, 'test', app.clocks.wall()));
  await set('announcement', 'Closed on Sunday.');
  await set('repaymentAnnouncement', 'Kiosks are slow today.');
  app.context.settings.forget();
  const { announcements } = await anna.client.must(noticeList, {});
  expect(announcements).toEqual([
    { place: 'home', text: 'Closed on Sunday.' },
    { place: 'repayment', text: 'Kiosks are slow today.' },
  ]);
  const before = newId(app.clocks.wall()) as never;
  expect((await anna.client.must(noticeList, { before })).announcements).toEqual([]);
});

test('every listed message has a sealed title, as the database requires', async () => {
  const anna = await app.person();
  await say(await gidOf(anna), '₱60,000');
  const row = await app.db
    .selectFrom('messages')
    .selectAll()
    .where('kind', '=', 'reviewApproved')
    .orderBy('queued_at', 'desc')
    .executeTakeFirstOrThrow();
  expect(row.title_sealed?.toString('latin1')).not.toContain('approved');
  const untitled = { ...row, id: newId(app.clocks.wall()), title_sealed: null };
  await expect(app.db.insertInto('messages').values(untitled).execute()).rejects.toThrow(
    'messages_with_title_lead_somewhere',
  );
});
