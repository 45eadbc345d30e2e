// To recover an account whose phone and number are lost, the borrower needs the ID, two approvers
// and 72 hours, during which the owner can stop the recovery (spec §2).
import { logonRegister, userInfo } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { asDay } from '@sandali/contract/day.ts';
import { resetPassword, setPassword } from '@sandali/contract/newPassword.ts';
import { passkeyList } from '@sandali/contract/passkey.ts';
import { walletAdd } from '@sandali/contract/payoutAccounts.ts';
import { dataExport } from '@sandali/contract/privacy.ts';
import {
  recoveryBegin,
  recoveryPicture,
  recoveryQuery,
  recoveryStop,
} from '@sandali/contract/recovery.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { settleRecoveries } from '#/account/account.ts';
import { maskPhone } from '#/commands/mask.ts';
import { workCtx } from '#/context/ctx.ts';
import { somePicture } from '#/credit/testing.ts';
import { newId } from '#/platform/random.ts';
import { logIn } from '#/sandbox/life.ts';
import { pendingApprovals, proposalAbout } from '#/staff/testing.ts';
import { gidOf } from '#/testing/app.ts';
import { whilePicturesWait } from '#/testing/busy.ts';
import { startRule } from '#/testing/rules.ts';
import { deleteRecoveryPictures } from './settle.ts';
import { idNumberOf, recoveryTestContext, ticket } from './testing.ts';

const {
  app,
  ops,
  rosa,
  pedro,
  nextPerson,
  newNumber,
  codeFor,
  textsTo,
  begun,
  submitted,
  viewAll,
  approved,
  rowOf,
  listed,
} = await recoveryTestContext(7);

/**
 * Returns the commands that show a recovery's pictures, in the order in which the refusal names
 * them.
 */
const pictures = (recovery: string) =>
  ['front', 'knownFront', 'knownSelfie', 'selfie']
    .map((which) => `recovery pictures ${recovery} --which ${which}`)
    .join('; ');

slow('moves an account to its new number 72 hours after two approvals', async () => {
  const anna = await nextPerson();
  const userGid = await gidOf(anna);
  const { client, newPhone, recovery, first, second } = await submitted(anna);
  expect([first, second.isAsked]).toEqual([{ isAsked: false, answerBy: null }, true]);
  expect((await textsTo(anna.life.phone)).at(-1)).toContain(
    `to a number ending in ${newPhone.slice(-4)}. Not you?`,
  );
  expect((await textsTo(newPhone)).at(-1)).toContain(
    'our team will check it within 3 working days',
  );
  expect(await listed()).toMatchObject([{ recovery, state: 'waits', isLate: false }]);

  expect((await rosa.ask('recovery approve', { recovery }, ticket)).wrong).toBe(
    `View the current state first: recovery show ${recovery}; ${pictures(recovery)}`,
  );
  await viewAll(rosa, recovery);
  expect((await rosa.ask('recovery approve', { recovery }, ticket)).data).toEqual({
    recovery,
    outcome: 'proposed',
  });
  expect(await pendingApprovals(pedro)).toEqual([`recovery approve: ${recovery}, by ${rosa.name}`]);
  expect(await proposalAbout(pedro, recovery)).toEqual({
    facts: [`number | ${maskPhone(anna.life.phone)} | ${maskPhone(newPhone)}`],
    about: ['recovery', recovery],
    line: `recovery approve ${recovery} --reason "…"`,
  });
  expect((await rosa.ask('recovery approve', { recovery }, ticket)).wrong).toMatch(
    /You proposed this yourself/,
  );
  expect((await pedro.ask('recovery approve', { recovery }, ticket)).wrong).toMatch(
    /^View the current state first: recovery show/,
  );
  await viewAll(pedro, recovery);
  const approval = await pedro.ask('recovery approve', { recovery }, ticket);
  expect(approval.data).toMatchObject({ outcome: 'approved' });
  expect((await pedro.ask('recovery approve', { recovery }, ticket)).wrong).toBe(
    'This recovery is approved already.',
  );
  expect((await textsTo(anna.life.phone)).at(-1)).toMatch(
    /^Sandali: on \d+ \w+ \d{4}, \d\d:\d\d your account moves to a number ending in/,
  );
  const { effectiveFrom } = (await anna.client.must(recoveryQuery, {})).pending ?? {};
  expect(effectiveFrom).toBe(approval.data.effectiveFrom);

  const from = Temporal.Instant.from(String(effectiveFrom));
  const { approved_at } = await rowOf(recovery);
  expect(from.since(approved_at ?? app.clocks.now()).total('hours')).toBe(72);
  app.clocks.setNow(from.subtract({ milliseconds: 1 }).toString());
  // The worker must not attempt the change yet, because the database would refuse it every second.
  expect(await settleRecoveries(workCtx(app.context))).toBe(0);
  expect((await rowOf(recovery)).ended_at).toBeNull();
  expect((await anna.client.ask(userInfo, {})).name).toBe('success');
  app.clocks.setNow(from.toString());
  await app.work();
  expect(await rowOf(recovery)).toMatchObject({ ended_as: 'done' });
  expect((await anna.client.ask(userInfo, {})).name).toBe('sessionInvalid');
  expect((await textsTo(anna.life.phone)).at(-1)).toContain('no longer uses this one');
  expect((await textsTo(newPhone)).at(-1)).toContain('this is now the number of your account');
  const knownDevices = await app.db
    .selectFrom('trusted_devices')
    .select('device_id')
    .where('borrower_id', '=', userGid)
    .execute();
  expect(knownDevices).toEqual([]);
  expect(await ops.lastRow()).toMatchObject({
    act: 'phoneChanged',
    subject: userGid,
    detail: { way: 'recovery', recovery },
  });

  const { phone, password } = anna.life;
  const old = { by: 'password', phone: newPhone, password, agreementVersion } as const;
  expect((await client.ask(logonRegister, old)).name).toBe('loginWrong');
  const sms = await codeFor(client, newPhone, 'reset', anna.life);
  const idLast4 = idNumberOf(anna).slice(-4);
  await client.must(resetPassword, {
    phone: newPhone,
    ...sms,
    password: 'bagong salita 9',
    idLast4,
  });
  const { token, userGid: same } = await client.must(logonRegister, {
    ...old,
    password: 'bagong salita 9',
  });
  expect(same).toBe(userGid);
  client.token = token;
  expect((await client.must(passkeyList, {})).passkeys).toEqual([]);
  const wallet = {
    walletId: 'gcash',
    accountName: 'Subok Tao',
    phone,
    password: 'bagong salita 9',
  };
  expect((await client.ask(walletAdd, wallet)).name).toBe('newAccountsHeld');
  const { bytes } = await client.must(dataExport, { format: 'json', password: 'bagong salita 9' });
  expect(JSON.parse(Buffer.from(bytes, 'base64').toString()).account.recoveries).toMatchObject([
    { state: 'done' },
  ]);
});

test('a recovery without an account gets the same responses, and a refusal in time', async () => {
  const anna = await nextPerson();
  const before = (await textsTo(anna.life.phone)).length;
  const wrongs = [{ idNumber: '123456789012' }, { phone: newNumber() }];
  for (const of of wrongs) {
    const { newPhone, recovery, second } = await submitted(anna, of);
    expect(second.isAsked).toBe(true);
    expect((await textsTo(newPhone)).at(-1)).toContain('If it matches an account');
    expect(await listed()).not.toMatchObject([{ recovery }]);
    expect((await rosa.ask('recovery show', { recovery }, ticket)).wrong).toBe(
      `There is no recovery ${recovery}.`,
    );
    const { refused_from } = await app.db
      .selectFrom('account_recoveries')
      .select('refused_from')
      .where('id', '=', recovery)
      .executeTakeFirstOrThrow();
    const from = refused_from?.toZonedDateTimeISO('Asia/Manila');
    expect([
      from && from.hour >= 8 && from.hour < 20,
      app.context.holidays.has(asDay(String(from?.toPlainDate()))),
    ]).toEqual([true, false]);
    expect(second.answerBy && String(from?.toPlainDate()) <= second.answerBy).toBe(true);
    app.clocks.setNow(String(refused_from?.subtract({ seconds: 1 })));
    expect((await textsTo(newPhone)).at(-1)).toContain('If it matches an account');
    app.clocks.setNow(String(refused_from));
    expect((await textsTo(newPhone)).at(-1)).toContain(
      'we could not move an account to this number',
    );
    await deleteRecoveryPictures(workCtx(app.context));
    app.clocks.addDays(1);
    await deleteRecoveryPictures(workCtx(app.context));
    expect(
      await app.db
        .selectFrom('account_recoveries')
        .select('id')
        .where('id', '=', recovery)
        .execute(),
    ).toEqual([]);
  }
  expect(await textsTo(anna.life.phone)).toHaveLength(before);
});

slow('a borrower can stop a recovery, and one reviewer can refuse it', async () => {
  const anna = await nextPerson();
  const ways = [
    async () => await anna.client.ask(recoveryStop, { by: 'session' }),
    async () => {
      const stranger = app.device();
      const sms = await codeFor(stranger, anna.life.phone, 'stopRecovery', anna.life);
      return await stranger.ask(recoveryStop, { by: 'code', phone: anna.life.phone, ...sms });
    },
  ];
  for (const stop of ways) {
    const { newPhone, recovery } = await submitted(anna);
    await approved(recovery);
    expect((await stop()).name).toBe('success');
    expect((await stop()).name).toBe('recoveryNone');
    expect((await textsTo(anna.life.phone)).at(-1)).toContain(
      'stopped the account recovery. Your account stays with this number',
    );
    expect((await textsTo(newPhone)).at(-1)).toContain(
      'we could not move an account to this number',
    );
    app.clocks.addDays(4);
    await app.work();
    expect(await rowOf(recovery)).toMatchObject({ ended_as: 'stopped' });
    expect((await pedro.ask('recovery approve', { recovery }, ticket)).wrong).toBe(
      'This recovery has ended: stopped.',
    );
    await logIn(anna.life);
  }
  const { newPhone, recovery } = await submitted(anna);
  await viewAll(rosa, recovery);
  await rosa.ask('recovery approve', { recovery }, ticket);
  expect(
    (await pedro.ask('recovery refuse', { recovery }, { reason: 'another face' })).status,
  ).toBe(200);
  expect((await textsTo(newPhone)).at(-1)).toContain('we could not move an account to this number');
  const approval = await app.db
    .selectFrom('approvals')
    .select('state')
    .where('id', '=', (await rowOf(recovery)).approval_id)
    .executeTakeFirst();
  expect([approval, (await anna.client.must(recoveryQuery, {})).pending]).toEqual([
    { state: 'dropped' },
    null,
  ]);
  const support = await ops.person('support');
  expect((await support.ask('recovery approve', { recovery }, ticket)).status).toBe(403);
  expect((await rosa.ask('recovery pictures', { recovery, which: 'back' }, ticket)).status).toBe(
    422,
  );
  const shown = (await rosa.ask('recovery show', { recovery }, ticket)).data.recovery as {
    lastSeenAt: string;
  };
  expect(shown).toMatchObject({ phone: expect.stringContaining('••••'), state: 'refused' });
  // Sessions are stored with wall times, but staff see business times.
  expect(
    app.clocks.now().since(Temporal.Instant.from(shown.lastSeenAt)).total('minutes'),
  ).toBeLessThan(60);
});

slow('refuses invalid recoveries and pictures', async () => {
  const [anna, ben] = [await nextPerson(), await app.person()];
  const same = {
    phone: anna.life.phone,
    newPhone: anna.life.phone,
    idNumber: idNumberOf(anna),
    challengeId: newId(app.clocks.wall()),
    code: '123456',
  };
  expect((await app.device().ask(recoveryBegin, same)).name).toBe('phoneSame');
  expect((await app.device().ask(recoveryBegin, { ...same, newPhone: newNumber() })).name).toBe(
    'codeWrong',
  );
  expect((await begun(anna, { newPhone: ben.life.phone })).answer.name).toBe('phoneTaken');
  const { newPhone, recovery, client } = await submitted(anna);
  expect((await begun(anna, { newPhone })).answer.name).toBe('recoveryOpen');
  const bytes = await somePicture();
  expect(
    (await client.ask(recoveryPicture, { recoveryId: recovery, purpose: 'selfie', bytes })).name,
  ).toBe('recoveryUnknown');
  const second = await begun(anna);
  const picture = { recoveryId: second.answer.data.recoveryId, purpose: 'selfie', bytes } as const;
  expect((await app.device().ask(recoveryPicture, picture)).name).toBe('recoveryUnknown');
  const broken = { ...picture, bytes: Buffer.from('not a picture at all').toString('base64') };
  expect((await second.client.ask(recoveryPicture, broken)).name).toBe('pictureKindRefused');
  // Neither a broken picture nor one for which the decoder was too busy counts towards the limit.
  expect(
    (await whilePicturesWait('recovery', () => second.client.ask(recoveryPicture, picture))).name,
  ).toBe('systemBusy');
  for (let n = 0; n < 10; n += 1)
    expect((await second.client.ask(recoveryPicture, picture)).name).toBe('success');
  expect((await second.client.ask(recoveryPicture, picture)).name).toBe('pictureQuotaSpent');
  app.clocks.setNow(app.clocks.now().add({ hours: 1, milliseconds: 1 }).toString());
  expect((await second.client.ask(recoveryPicture, { ...picture, purpose: 'idFront' })).name).toBe(
    'recoveryUnknown',
  );
  const stranger = app.device();
  for (let n = 0; n < 5; n += 1)
    expect((await begun(anna, { client: stranger })).answer.name).toBe('success');
  expect((await begun(anna, { client: stranger })).answer.name).toBe('tooManyRequests');
  expect((await app.device().ask(recoveryStop, { by: 'session' })).name).toBe('sessionInvalid');
  const { challengeId, code } = same;
  expect(
    (
      await app
        .device()
        .ask(recoveryStop, { by: 'code', phone: anna.life.phone, challengeId, code })
    ).name,
  ).toBe('codeWrong');
});

slow('a recovery fails if the number changed within 14 days or the new one is taken', async () => {
  const anna = await nextPerson();
  const userGid = await gidOf(anna);
  const first = await submitted(anna);
  await approved(first.recovery);
  app.clocks.addDays(3);
  await app.work();
  expect(await rowOf(first.recovery)).toMatchObject({ ended_as: 'done' });
  const again = await submitted(anna, { phone: first.newPhone });
  await viewAll(rosa, again.recovery);
  expect((await rosa.ask('recovery approve', { recovery: again.recovery }, ticket)).wrong).toMatch(
    /less than 14 days ago\. It can change again from/,
  );
  app.clocks.addDays(11);
  await approved(again.recovery);
  // Another person opens an account with the new number.
  const taker = app.device();
  const sms = await codeFor(taker, again.newPhone, 'login', anna.life);
  const { token } = await taker.must(logonRegister, {
    by: 'code',
    phone: again.newPhone,
    ...sms,
    agreementVersion,
  });
  taker.token = token;
  await taker.must(setPassword, { password: 'iba ito sa iyo' });
  app.clocks.addDays(3);
  await app.work();
  expect(await rowOf(again.recovery)).toMatchObject({
    ended_as: 'overtaken',
    borrower_id: userGid,
  });
});

slow('a new row in the rules table changes how long an approved recovery waits', async () => {
  const { recovery } = await submitted(await nextPerson());
  await startRule(app, 'recoveryHoldHours', 24);
  // Under the old row, the trigger would refuse a wait of 24 hours.
  await approved(recovery);
  const { approved_at, effective_from } = await rowOf(recovery);
  expect(effective_from).toEqual(approved_at?.add({ hours: 24 }));
});
