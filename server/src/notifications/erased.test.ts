// A message is not sent if its borrower's account is deleted while a worker is sending it.
import { dataDelete } from '@sandali/contract/privacy.ts';
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { inTx } from '#/db/database.ts';
import { gidOf, testApp } from '#/testing/app.ts';
import { sendNotice } from './jobs.ts';

const app = await testApp({ checksBooks: 'atEnd' });

/** The worker reads the settings after finding the message, and again after leasing it. */
test.each([1, 2])(
  'sends nothing if the account is deleted during an attempt (settings read %i)',
  async (nth) => {
    const anna = await app.person();
    const { phone, password } = anna.life;
    const to = {
      borrowerId: await gidOf(anna),
      phone,
      locale: 'en',
      about: await gidOf(anna),
    } as const;
    await inTx(app.db, (tx) =>
      app.context.notices.notify(workCtx(app.context), tx, to, 'complaintAcknowledged', {
        number: 'CS-2222-2222',
      }),
    );
    app.context.wake();
    const [job] = app.jobs.splice(0);
    const { settings } = app.context;
    let reads = 0;
    const all = async () => {
      reads += 1;
      if (reads === nth)
        expect((await anna.client.ask(dataDelete, { password })).name).toBe('success');
      return await settings.all();
    };
    const ctx = workCtx({ ...app.context, settings: { ...settings, all } });
    await sendNotice(ctx, { messageId: job?.messageId ?? '' }).catch((error: Error) =>
      expect(error.message).toContain('Another worker'),
    );
    expect(reads).toBeGreaterThanOrEqual(nth);
    const sent = app.db
      .selectFrom('sandbox_messages')
      .select('text')
      .where('phone', '=', phone)
      .where('text', 'like', '%CS-2222-2222%');
    expect(await sent.execute()).toEqual([]);
    // The next attempt does not find the message.
    await sendNotice(workCtx(app.context), { messageId: job?.messageId ?? '' });
    expect(await sent.execute()).toEqual([]);
  },
);
