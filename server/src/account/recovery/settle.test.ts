// The database's own checks of a recovery, how recoveries end, and when pictures are deleted.
import { userInfo } from '@sandali/contract/account.ts';
import { dataDelete } from '@sandali/contract/privacy.ts';
import { recoveryStop } from '@sandali/contract/recovery.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test, vi } from 'vitest';
import { settleRecoveries } from '#/account/account.ts';
import { workCtx } from '#/context/ctx.ts';
import { allParts } from '#/context/stored-files.ts';
import { inTx } from '#/db/database.ts';
import { logIn } from '#/sandbox/life.ts';
import { gidOf } from '#/testing/app.ts';
import { deleteRecoveryPictures, sweepRecoveryFiles, warnOfLateRecoveries } from './settle.ts';
import { setApproval, setApproved } from './store.ts';
import { recoveryTestContext, ticket } from './testing.ts';

const { app, ops, rosa, pedro, nextPerson, submitted, approved, codeFor, rowOf, viewAll } =
  await recoveryTestContext(9);

slow('the database requires two approvers, and 72 hours before the number changes', async () => {
  const anna = await nextPerson();
  const userGid = await gidOf(anna);
  const { recovery } = await submitted(anna);
  const { new_phone_hash: hash, new_phone_sealed: sealed } = await rowOf(recovery);
  const now = app.clocks.now();
  const in72 = now.add({ hours: 72 });
  await expect(inTx(app.db, (tx) => setApproved(tx, recovery, now, in72))).rejects.toThrow(
    /check constraint|two people/,
  );
  const approval = await ops.proposesInDatabase('recovery', rosa.name);
  const proposes = () => inTx(app.db, (tx) => setApproval(tx, recovery, approval));
  await expect(proposes()).rejects.toThrow('must first view the current state');
  await viewAll(rosa, recovery);
  await proposes();
  await expect(inTx(app.db, (tx) => setApproved(tx, recovery, now, in72))).rejects.toThrow(
    'approving a recovery needs two people',
  );
  await expect(ops.confirmsInDatabase(approval, rosa.name)).rejects.toThrow(
    /approvals_of_two_people|different first keys/,
  );
  await ops.confirmsInDatabase(approval, pedro.name);
  await expect(inTx(app.db, (tx) => setApproved(tx, recovery, now, in72))).rejects.toThrow(
    'must first view the current state',
  );
  await viewAll(pedro, recovery);
  await expect(
    inTx(app.db, (tx) => setApproved(tx, recovery, now, now.add({ hours: 71 }))),
  ).rejects.toThrow('must wait exactly recoveryHoldHours');
  await inTx(app.db, (tx) => setApproved(tx, recovery, now, in72));
  const day = now.toZonedDateTimeISO('Asia/Manila').toPlainDate().toString();
  const change = 'select change_phone($1, $2, $3, $4, $5, $6, $7)';
  const early = [userGid, sealed, hash, now.add({ hours: 71 }).toString(), day, 'recovery', sealed];
  await expect(app.owner.pool.query(change, early)).rejects.toThrow(
    'a recovery can change the number only to the approved one, after its waiting period',
  );
  const another = [userGid, sealed, Buffer.alloc(32, 7), in72.toString(), day, 'recovery', sealed];
  await expect(app.owner.pool.query(change, another)).rejects.toThrow(
    'a recovery can change the number only to the approved one, after its waiting period',
  );
  const end = (as: string, at: Temporal.Instant) =>
    app.db
      .updateTable('account_recoveries')
      .set({ ended_at: at, ended_as: as })
      .where('id', '=', recovery)
      .execute();
  await expect(end('done', now)).rejects.toThrow('done only after its number has changed');
  await expect(end('done', in72)).rejects.toThrow('done only after its number has changed');
  await expect(
    app.db
      .updateTable('account_recoveries')
      .set({ asked_at: in72 })
      .where('id', '=', recovery)
      .execute(),
  ).rejects.toThrow('never changes');
  await expect(
    app.db.deleteFrom('account_recoveries').where('id', '=', recovery).execute(),
  ).rejects.toThrow('a submitted recovery can be deleted only with its account');
  await end('stopped', now);
  await expect(end('refused', now)).rejects.toThrow('end only once');
});

slow('deletes recovery pictures with the account, or 90 days after the recovery ends', async () => {
  const [anna, ben] = [await nextPerson(), await nextPerson()];
  const { recovery } = await submitted(anna);
  expect((await rosa.ask('recovery refuse', { recovery }, ticket)).status).toBe(200);
  const countFiles = async () =>
    (await Array.fromAsync(app.context.files.list('recoveries'))).length;
  const ended = (await rowOf(recovery)).ended_at;
  const before = await countFiles();
  app.clocks.setNow(String(ended?.add({ hours: 24 * 90 }).subtract({ milliseconds: 1 })));
  await deleteRecoveryPictures(workCtx(app.context));
  await app.work();
  const pictures = () =>
    app.db
      .selectFrom('account_recovery_pictures')
      .select('deleted_at')
      .where('recovery_id', '=', recovery)
      .execute();
  expect((await pictures()).map((picture) => picture.deleted_at)).toEqual([null, null]);
  app.clocks.setNow(String(ended?.add({ hours: 24 * 90 })));
  expect(await deleteRecoveryPictures(workCtx(app.context))).toBeGreaterThanOrEqual(2);
  await app.work();
  expect((await pictures()).every((picture) => picture.deleted_at !== null)).toBe(true);
  expect(await countFiles()).toBeLessThan(before);
  expect((await rosa.ask('recovery pictures', { recovery, which: 'front' }, ticket)).wrong).toBe(
    'This picture is deleted.',
  );

  const lost = await submitted(ben);
  await ben.client.must(recoveryStop, { by: 'session' });
  expect((await ben.client.ask(dataDelete, { password: ben.life.password })).name).toBe('success');
  await app.work();
  app.clocks.addMs(2 * 60 * 60_000);
  await sweepRecoveryFiles(workCtx(app.context), allParts);
  expect(
    await app.db
      .selectFrom('account_recoveries')
      .select('id')
      .where('id', '=', lost.recovery)
      .execute(),
  ).toEqual([]);
  expect(
    await app.db
      .selectFrom('account_recovery_pictures')
      .select('file_name')
      .where('recovery_id', '=', lost.recovery)
      .execute(),
  ).toEqual([]);
});

test('a recovery past its deadline raises an alarm until staff decide on it', async () => {
  const anna = await nextPerson();
  // Friday before Maundy Thursday: Monday to Wednesday are the three working days.
  app.clocks.setNow('2027-03-19T15:59:59Z');
  await logIn(anna.life);
  const { recovery, second } = await submitted(anna);
  expect(second.answerBy).toBe('2027-03-24');
  const warn = vi.spyOn(app.context.log, 'warn');
  const alarm = async () => {
    warn.mockClear();
    await warnOfLateRecoveries(workCtx(app.context));
    const { alarms } = (await (await ops.listener.request('/alarms')).json()) as {
      alarms: { recoveriesLate: number };
    };
    return [alarms.recoveriesLate, ...warn.mock.calls.map(([words]) => words)];
  };
  app.clocks.setNow('2027-03-24T15:59:59Z');
  expect(await alarm()).toEqual([0]);
  app.clocks.setNow('2027-03-24T16:00:00Z');
  expect(await alarm()).toEqual([1, 'recoveries of accounts are late: ops recovery list']);
  expect((await rosa.ask('recovery list')).data.recoveries).toMatchObject([
    { recovery, isLate: true },
  ]);
  await rosa.ask('recovery refuse', { recovery }, ticket);
  expect(await alarm()).toEqual([0]);
});

slow('a recovery ends codes and other recoveries, and holds new payout accounts', async () => {
  const anna = await nextPerson();
  const [id, { phone }] = [await gidOf(anna), anna.life];
  const [first, other] = [await submitted(anna), await submitted(anna)];
  await approved(first.recovery);
  const from = (await rowOf(first.recovery)).effective_from;
  // `codeFor` advances the clock by 61 minutes, to a minute before the number changes.
  app.clocks.setNow(String(from?.subtract({ minutes: 62 })));
  await codeFor(app.device(), phone, 'reset', anna.life);
  app.clocks.addMs(60_000);
  await inTx(app.db, async (tx) => {
    const ctx = workCtx(app.context);
    await app.context.notices.notify(
      ctx,
      tx,
      { borrowerId: id, phone, locale: 'en', about: id },
      'complaintAcknowledged',
      {
        number: 'CS-2222-2222',
      },
    );
  });
  expect(await settleRecoveries(workCtx(app.context))).toBe(1);
  expect([(await rowOf(first.recovery)).ended_as, (await rowOf(other.recovery)).ended_as]).toEqual([
    'done',
    'overtaken',
  ]);
  const open = app.db
    .selectFrom('sms_challenges')
    .select('purpose')
    .where('used_at', 'is', null)
    .where('ends_at', '>', app.clocks.wall());
  expect(
    await open.where('phone_hash', '=', app.context.sealer.hash('phone', phone)).execute(),
  ).toEqual([]);
  const { new_accounts_held_until: until } = await app.db
    .selectFrom('borrowers')
    .select('new_accounts_held_until')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(until?.toString()).toBe(app.clocks.now().add({ hours: 24 }).toString());
  const waiting = await app.db
    .selectFrom('messages')
    .select('to_hash')
    .where('borrower_id', '=', id)
    .where('kind', '=', 'complaintAcknowledged')
    .execute();
  expect(waiting).toEqual([{ to_hash: app.context.sealer.hash('phone', first.newPhone) }]);
});

slow('stopping a recovery stops all recoveries of the account', async () => {
  const anna = await nextPerson();
  const both = [await submitted(anna), await submitted(anna)];
  await anna.client.must(recoveryStop, { by: 'session' });
  for (const { recovery } of both)
    expect(await rowOf(recovery)).toMatchObject({ ended_as: 'stopped' });
  expect(await ops.lastRow()).toMatchObject({
    act: 'recoveryStopped',
    subject: await gidOf(anna),
    detail: { way: 'session' },
  });
});

slow('an owner can stop a recovery that the worker has already read', async () => {
  const anna = await nextPerson();
  const { recovery } = await submitted(anna);
  await approved(recovery);
  app.clocks.setNow(String((await rowOf(recovery)).effective_from));
  const { settings } = app.context;
  const all = async () => {
    await anna.client.must(recoveryStop, { by: 'session' });
    return await settings.all();
  };
  expect(await settleRecoveries(workCtx({ ...app.context, settings: { ...settings, all } }))).toBe(
    1,
  );
  expect(await rowOf(recovery)).toMatchObject({ ended_as: 'stopped' });
  expect((await anna.client.ask(userInfo, {})).name).toBe('success');
});

slow('a recovery changes nothing if its account is deleted after the worker read it', async () => {
  const anna = await nextPerson();
  const { recovery, newPhone } = await submitted(anna);
  await approved(recovery);
  app.clocks.setNow(String((await rowOf(recovery)).effective_from));
  const { settings } = app.context;
  let isDeleted = false;
  const all = async () => {
    if (!isDeleted) {
      isDeleted = true;
      await anna.client.must(recoveryStop, { by: 'session' });
      expect((await anna.client.ask(dataDelete, { password: anna.life.password })).name).toBe(
        'success',
      );
    }
    return await settings.all();
  };
  expect(await settleRecoveries(workCtx({ ...app.context, settings: { ...settings, all } }))).toBe(
    1,
  );
  const taker = app.db
    .selectFrom('borrowers')
    .select('id')
    .where('phone_hash', '=', app.context.sealer.hash('phone', newPhone));
  expect([isDeleted, await taker.execute()]).toEqual([true, []]);
  expect(
    await app.db
      .selectFrom('failing_items')
      .select('item')
      .where('kind', '=', 'recovery')
      .execute(),
  ).toEqual([]);
});

slow('an approved recovery ends as overtaken if the number changes in the meantime', async () => {
  const anna = await nextPerson();
  const [userGid, { recovery }] = [await gidOf(anna), await submitted(anna)];
  await approved(recovery);
  const { new_phone_sealed: sealed } = await rowOf(recovery);
  const now = app.clocks.now();
  const changed = [
    userGid,
    sealed,
    Buffer.alloc(32, 9),
    now.toString(),
    now.toZonedDateTimeISO('Asia/Manila').toPlainDate().toString(),
  ];
  await app.owner.pool.query(`select change_phone($1, $2, $3, $4, $5, 'code', $2)`, changed);
  app.clocks.setNow(String((await rowOf(recovery)).effective_from));
  expect(await settleRecoveries(workCtx(app.context))).toBe(1);
  expect(await rowOf(recovery)).toMatchObject({ ended_as: 'overtaken' });
});
