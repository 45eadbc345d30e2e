import { userInfo } from '@sandali/contract/account.ts';
import type { DataOf } from '@sandali/contract/call.ts';
import { hourMs } from '@sandali/contract/day.ts';
import {
  passkeyAdd,
  passkeyBegin,
  passkeyChallenge,
  type passkeyList,
  passkeyRemove,
} from '@sandali/contract/passkey.ts';
import { beforeEach, expect, test } from 'vitest';
import { deleteExpiredCodes, exportPersonalData } from '#/account/account.ts';
import { password } from '#/account/testing.ts';
import { newId } from '#/platform/random.ts';
import type { Wrong } from '#/testing/authenticator.ts';
import { dataOf, device } from '#/testing/context.ts';
import { forgeries, passkeyTestContext } from './testing.ts';

const {
  app,
  clocks,
  ask,
  outbox,
  registered,
  entered,
  withoutPassword,
  begin,
  listOf,
  challenge,
  added,
  holder,
  stateOf,
  auditOf,
  newKey,
} = await passkeyTestContext();
const { db } = app;
const minute = 60_000;
const id = () => newId(clocks.wall());

// Each test begins in a new hour, so that it does not share rate limits with the others.
beforeEach(() => clocks.addMs(hourMs));

test('a passkey is begun, made, listed and notified; the request names no person', async () => {
  const agent =
    'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36';
  const { on, phone, userGid } = await registered({ ...device(), userAgent: agent });
  expect(await listOf(on)).toEqual([]);
  const begun = await begin(on);
  expect(begun.options).toMatchObject({
    rp: { id: 'localhost', name: 'Sandali Lending Corp.' },
    attestation: 'none',
    excludeCredentials: [],
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  });
  expect(Buffer.from(begun.options.challenge, 'base64url')).toHaveLength(32);
  expect(JSON.stringify(begun)).not.toContain(phone.slice(-7, -3));
  expect(JSON.stringify(begun)).not.toContain(userGid);
  const key = newKey();
  const { passkey } = dataOf(await ask(on, passkeyAdd, key.make(begun)));
  expect(passkey).toMatchObject({
    browser: 'chrome',
    system: 'android',
    isBackedUp: true,
    lastUsedAt: null,
  });
  expect(await listOf(on)).toEqual([passkey]);
  expect((await outbox(phone)).at(-1)).toContain('a passkey was added to your account');
  expect(await auditOf(userGid)).toEqual(['passkeyAdded']);
  const { options } = await begin(on);
  expect(options.excludeCredentials).toEqual([
    { id: key.credentialId, type: 'public-key', transports: ['internal', 'hybrid'] },
  ]);
  expect((await exportPersonalData(db, app.sealer, userGid)).passkeys).toEqual([
    {
      browser: 'chrome',
      system: 'android',
      addedAt: clocks.wall(),
      lastUsedAt: null,
      removedAt: null,
    },
  ]);
});

test.each([
  ...forgeries,
  ['an answer of the other kind', { type: 'webauthn.get' }],
  ['certificates of a maker, which nobody asked for', { attestation: 'fido-u2f' }],
  ['certificates in another format', { attestation: 'packed' }],
] as [string, Wrong][])(
  'no passkey is added with %s, and its challenge is used up',
  async (_what, wrong) => {
    const { on, userGid } = await registered();
    const begun = await begin(on);
    const before = await stateOf(userGid);
    expect((await ask(on, passkeyAdd, newKey().make(begun, wrong))).name).toBe('passkeyWrong');
    expect((await ask(on, passkeyAdd, newKey().make(begun))).name).toBe('passkeyWrong');
    expect(await stateOf(userGid)).toEqual(before);
  },
);

test('a challenge to make one is good once, for five minutes, for its borrower on their device', async () => {
  const [anna, ben] = [await registered(), await registered()];
  const key = newKey();
  const begun = await begin(anna.on);
  expect((await ask(ben.on, passkeyAdd, key.make(begun))).name).toBe('passkeyWrong');
  expect((await ask({ ...anna.on, id: device().id }, passkeyAdd, key.make(begun))).name).toBe(
    'sessionInvalid',
  );
  const bensHere = await entered(ben.phone, { ...anna.on, token: '' });
  expect((await ask(bensHere, passkeyAdd, key.make(begun))).name).toBe('passkeyWrong');
  const asked = await challenge(anna.on);
  const other = {
    ...begun,
    challengeId: asked.challengeId,
    options: { ...begun.options, challenge: asked.options.challenge },
  };
  expect((await ask(anna.on, passkeyAdd, key.make(other))).name).toBe('passkeyWrong');
  await added(anna.on);
  const bank = dataOf(
    await ask(anna.on, passkeyChallenge, { purpose: 'bankAccount', accountNumber: '001234567890' }),
  );
  const ofBank = {
    ...begun,
    challengeId: bank.challengeId,
    options: { ...begun.options, challenge: bank.options.challenge },
  };
  expect((await ask(anna.on, passkeyAdd, key.make(ofBank))).name).toBe('passkeyWrong');
  const both = await Promise.all([0, 1].map(() => ask(anna.on, passkeyAdd, newKey().make(begun))));
  expect(both.map(({ name }) => name).sort()).toEqual(['passkeyWrong', 'success']);
  const late = await begin(anna.on);
  clocks.addMs(5 * minute);
  expect((await ask(anna.on, passkeyAdd, key.make(late))).name).toBe('passkeyWrong');
  expect(await listOf(anna.on)).toHaveLength(2);
});

test('the same request twice adds once and answers alike; a key that is known already is refused, also to another person', async () => {
  const [anna, ben] = [await registered(), await registered()];
  const [key, requestId, beginId] = [newKey(), id(), id()];
  const begun = await Promise.all(
    [0, 1].map(() => ask(anna.on, passkeyBegin, { password }, beginId)),
  );
  expect(begun[0]).toEqual(begun[1]);
  const made = key.make(dataOf(begun[0] as (typeof begun)[0]));
  const twice = await Promise.all([0, 1].map(() => ask(anna.on, passkeyAdd, made, requestId)));
  expect(twice[0]).toEqual(twice[1]);
  expect(await auditOf(anna.userGid)).toEqual(['passkeyAdded']);
  expect((await ask(ben.on, passkeyAdd, key.make(await begin(ben.on)))).name).toBe(
    'passkeyAlreadyAdded',
  );
  expect(await listOf(ben.on)).toEqual([]);
});

test('a session alone begins no passkey, however fresh its login is: only the password does, where there is one', async () => {
  const { on, userGid } = await registered();
  const before = await stateOf(userGid);
  expect((await ask(on, passkeyBegin, {})).name).toBe('passwordNeeded');
  expect((await ask(on, passkeyBegin, { password: 'hindi ito iyon' })).name).toBe('passwordWrong');
  expect(
    await db
      .selectFrom('passkey_challenges')
      .selectAll()
      .where('borrower_id', '=', userGid)
      .execute(),
  ).toEqual([]);
  expect(await stateOf(userGid)).toEqual(before);
  expect((await ask(on, passkeyBegin, { password })).name).toBe('success');
  expect((await ask(on, passkeyBegin, {})).name).toBe('passwordNeeded'); // and each time anew
  expect((await ask((await withoutPassword()).on, passkeyBegin, {})).name).toBe('success');
});

test('a session alone is not enough after 15 minutes: the password is asked for, and counted; who has none logs in again', async () => {
  const { on } = await holder();
  clocks.addMs(15 * minute);
  expect((await ask(on, passkeyBegin, {})).name).toBe('passwordNeeded');
  const passkeyId = (await listOf(on))[0]?.passkeyId as NonNullable<
    Awaited<ReturnType<typeof listOf>>[0]
  >['passkeyId'];
  expect((await ask(on, passkeyRemove, { passkeyId })).name).toBe('passwordNeeded');
  for (let n = 0; n < 10; n += 1)
    expect((await ask(on, passkeyBegin, { password: 'hindi ito iyon' })).name).toBe(
      'passwordWrong',
    );
  expect((await ask(on, passkeyRemove, { passkeyId, password })).name).toBe('passwordWrong');
  expect(await listOf(on)).toHaveLength(1);
  clocks.addMs(hourMs);
  expect((await ask(on, passkeyBegin, { password })).name).toBe('success');
  expect((await ask(on, passkeyRemove, { passkeyId })).name).toBe('success');
  const ben = await withoutPassword();
  expect((await ask(ben.on, passkeyBegin, {})).name).toBe('success');
  clocks.addMs(15 * minute);
  expect((await ask(ben.on, passkeyBegin, { password })).name).toBe('proofTooOld');
});

test('ten are the most, also of two that come at once, and the database holds to it', async () => {
  const { on, userGid } = await registered();
  for (let n = 0; n < 9; n += 1) await added(on);
  const begun = [await begin(on), await begin(on)];
  const both = await Promise.all(begun.map((one) => ask(on, passkeyAdd, newKey().make(one))));
  expect(both.map(({ name }) => name).sort()).toEqual(['passkeyLimitReached', 'success']);
  expect((await ask(on, passkeyBegin, { password })).name).toBe('passkeyLimitReached');
  const [row] = (await stateOf(userGid)).passkeys;
  const another = {
    ...(row as NonNullable<typeof row>),
    id: id(),
    credential_id: Buffer.alloc(16, 7),
  };
  await expect(db.insertInto('passkeys').values(another).execute()).rejects.toThrow('at most ten');
});

test('a removed passkey is deleted permanently, the owner is notified, and nobody else can remove it', async () => {
  const [anna, ben] = [await holder(), await holder()];
  const [passkey] = await listOf(anna.on);
  const { passkeyId } = passkey as DataOf<typeof passkeyList>['passkeys'][number];
  expect((await ask(ben.on, passkeyRemove, { passkeyId })).name).toBe('passkeyMissing');
  const hasOne = async () => dataOf(await ask(anna.on, userInfo, {})).hasPasskey;
  expect(await hasOne()).toBe(true);
  const requestId = id();
  const twice = await Promise.all(
    [0, 1].map(() => ask(anna.on, passkeyRemove, { passkeyId }, requestId)),
  );
  expect(twice.map(({ name }) => name)).toEqual(['success', 'success']);
  expect(await hasOne()).toBe(false);
  expect((await ask(anna.on, passkeyRemove, { passkeyId })).name).toBe('passkeyMissing');
  expect(await listOf(anna.on)).toEqual([]);
  expect((await outbox(anna.phone)).at(-1)).toContain('a passkey was removed from your account');
  expect(await auditOf(anna.userGid)).toEqual(['passkeyAdded', 'passkeyRemoved']);
  const back = db
    .updateTable('passkeys')
    .set({ removed_at: null })
    .where('id', '=', passkeyId)
    .execute();
  await expect(back).rejects.toThrow('stays as it is');
});

test('challenges depend on nobody’s number, have rate limits for a device and an address, and are deleted', async () => {
  const address = '198.51.100.7';
  const on = { ...device(), address };
  for (let n = 0; n < 30; n += 1) await challenge(on);
  expect((await ask(on, passkeyChallenge, { purpose: 'newDevice' })).name).toBe('tooManyRequests');
  await db
    .updateTable('rate_limits')
    .set({ used: 3000 })
    .where('name', 'like', 'passkey:net:%')
    .execute();
  expect(
    (await ask({ ...device(), address }, passkeyChallenge, { purpose: 'newDevice' })).name,
  ).toBe('tooManyRequests');
  const { on: mine } = await registered();
  await db
    .updateTable('rate_limits')
    .set({ used: 30 })
    .where('name', '=', `passkey:device:${mine.id}`)
    .execute();
  expect(
    (
      await ask(device(), passkeyChallenge, {
        purpose: 'bankAccount',
        accountNumber: '001234567890',
      })
    ).name,
  ).toBe('sessionInvalid');
  expect(
    (await ask(mine, passkeyChallenge, { purpose: 'bankAccount', accountNumber: '001234567890' }))
      .name,
  ).toBe('passkeyMissing');
  clocks.addMs(2 * 24 * hourMs + 6 * minute);
  await deleteExpiredCodes(db, clocks.wall());
  expect(await db.selectFrom('passkey_challenges').selectAll().execute()).toEqual([]);
});

test('a challenge that is asked for twice under one id is one, and is shown to nobody else who comes by that id', async () => {
  const [anna, ben] = [await holder(), await holder()];
  const requestId = id();
  const asked = { purpose: 'bankAccount', accountNumber: '001234567890' } as const;
  const twice = await Promise.all(
    [0, 1].map(() => ask(anna.on, passkeyChallenge, asked, requestId)),
  );
  expect(twice[0]).toEqual(twice[1]);
  const bensHere = await entered(ben.phone, { ...anna.on, token: '' });
  expect((await ask(bensHere, passkeyChallenge, asked, requestId)).name).toBe('requestIdReused');
  expect((await ask({ ...anna.on, token: '' }, passkeyChallenge, asked, requestId)).name).toBe(
    'sessionInvalid',
  );
});

test('beginning has the same rate limits', async () => {
  const { on } = await registered();
  for (let n = 0; n < 30; n += 1) await begin(on);
  expect((await ask(on, passkeyBegin, { password })).name).toBe('tooManyRequests');
});
