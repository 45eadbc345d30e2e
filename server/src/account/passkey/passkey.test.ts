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
import { slow } from '@sandali/contract/slow.testing.ts';
import { beforeEach, expect, test } from 'vitest';
import { exportPersonalData } from '#/account/account.ts';
import { deleteExpiredCodes } from '#/account/code/challenge.store.ts';
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

// Each test begins in a new hour, so that tests do not share rate limits.
beforeEach(() => clocks.addMs(hourMs));

test('adds and lists a passkey, does not reveal whose it is, and notifies the owner', async () => {
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
  ['unrequested certificates of a maker', { attestation: 'fido-u2f' }],
  ['certificates in another format', { attestation: 'packed' }],
] as [string, Wrong][])(
  'refuses a passkey with %s, and uses up its challenge',
  async (_what, wrong) => {
    const { on, userGid } = await registered();
    const begun = await begin(on);
    const before = await stateOf(userGid);
    expect((await ask(on, passkeyAdd, newKey().make(begun, wrong))).name).toBe('passkeyWrong');
    expect((await ask(on, passkeyAdd, newKey().make(begun))).name).toBe('passkeyWrong');
    expect(await stateOf(userGid)).toEqual(before);
  },
);

test('accepts a passkey challenge once within five minutes, on its borrower’s device', async () => {
  const [anna, ben] = [await registered(), await registered()];
  const key = newKey();
  const begun = await begin(anna.on);
  expect((await ask(ben.on, passkeyAdd, key.make(begun))).name).toBe('passkeyWrong');
  expect((await ask({ ...anna.on, id: device().id }, passkeyAdd, key.make(begun))).name).toBe(
    'sessionInvalid',
  );
  const bensHere = await entered(ben.phone, { ...anna.on, token: '' });
  expect((await ask(bensHere, passkeyAdd, key.make(begun))).name).toBe('passkeyWrong');
  const request = await challenge(anna.on);
  const crossed = {
    ...begun,
    challengeId: request.challengeId,
    options: { ...begun.options, challenge: request.options.challenge },
  };
  expect((await ask(anna.on, passkeyAdd, key.make(crossed))).name).toBe('passkeyWrong');
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

test('a repeated request adds a passkey once, and nobody else can add that passkey', async () => {
  const [anna, ben] = [await registered(), await registered()];
  const [key, requestId, beginId] = [newKey(), id(), id()];
  const begun = await Promise.all(
    [0, 1].map(() => ask(anna.on, passkeyBegin, { password }, beginId)),
  );
  expect(begun[0]).toEqual(begun[1]);
  const attestation = key.make(dataOf(begun[0] as (typeof begun)[0]));
  const twice = await Promise.all(
    [0, 1].map(() => ask(anna.on, passkeyAdd, attestation, requestId)),
  );
  expect(twice[0]).toEqual(twice[1]);
  expect(await auditOf(anna.userGid)).toEqual(['passkeyAdded']);
  expect((await ask(ben.on, passkeyAdd, key.make(await begin(ben.on)))).name).toBe(
    'passkeyAlreadyAdded',
  );
  expect(await listOf(ben.on)).toEqual([]);
});

test('adding a passkey requires the account’s password, however recent the login', async () => {
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
  expect((await ask(on, passkeyBegin, {})).name).toBe('passwordNeeded'); // every time
  expect((await ask((await withoutPassword()).on, passkeyBegin, {})).name).toBe('success');
});

test('passkey changes need the password if the last identity proof is 15 minutes old', async () => {
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

slow('allows at most ten passkeys, even in concurrent calls', async () => {
  const { on, userGid } = await registered();
  for (let n = 0; n < 9; n += 1) await added(on);
  const begun = [await begin(on), await begin(on)];
  const both = await Promise.all(
    begun.map((challenge) => ask(on, passkeyAdd, newKey().make(challenge))),
  );
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

test('lets only the owner remove a passkey, and notifies them', async () => {
  const [anna, ben] = [await holder(), await holder()];
  const [passkey] = await listOf(anna.on);
  const { passkeyId } = passkey as DataOf<typeof passkeyList>['passkeys'][number];
  expect((await ask(ben.on, passkeyRemove, { passkeyId })).name).toBe('passkeyMissing');
  const profile = async () => dataOf(await ask(anna.on, userInfo, {}));
  expect((await profile()).hasPasskey).toBe(true);
  const requestId = id();
  const twice = await Promise.all(
    [0, 1].map(() => ask(anna.on, passkeyRemove, { passkeyId }, requestId)),
  );
  expect(twice.map(({ name }) => name)).toEqual(['success', 'success']);
  expect((await profile()).hasPasskey).toBe(false);
  expect((await ask(anna.on, passkeyRemove, { passkeyId })).name).toBe('passkeyMissing');
  expect(await listOf(anna.on)).toEqual([]);
  expect((await outbox(anna.phone)).at(-1)).toContain('a passkey was removed from your account');
  expect(await auditOf(anna.userGid)).toEqual(['passkeyAdded', 'passkeyRemoved']);
  const back = db
    .updateTable('passkeys')
    .set({ removed_at: null })
    .where('id', '=', passkeyId)
    .execute();
  await expect(back).rejects.toThrow('never changes');
});

test('limits passkey challenges per device and per network', async () => {
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

test('a repeated request returns its challenge only to the borrower who sent it', async () => {
  const [anna, ben] = [await holder(), await holder()];
  const requestId = id();
  const request = { purpose: 'bankAccount', accountNumber: '001234567890' } as const;
  const twice = await Promise.all(
    [0, 1].map(() => ask(anna.on, passkeyChallenge, request, requestId)),
  );
  expect(twice[0]).toEqual(twice[1]);
  const bensHere = await entered(ben.phone, { ...anna.on, token: '' });
  expect((await ask(bensHere, passkeyChallenge, request, requestId)).name).toBe('requestIdReused');
  expect((await ask({ ...anna.on, token: '' }, passkeyChallenge, request, requestId)).name).toBe(
    'sessionInvalid',
  );
});

test('limits how often a device can begin to add a passkey', async () => {
  const { on } = await registered();
  for (let n = 0; n < 30; n += 1) await begin(on);
  expect((await ask(on, passkeyBegin, { password })).name).toBe('tooManyRequests');
});
