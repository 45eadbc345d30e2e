// Tests that a passkey is a key of staff: added by two engineers, and bound to what it signs.
import { hourMs } from '@sandali/contract/day.ts';
import { type Confirmation, deskPaths, type PasskeyChallenge } from '@sandali/contract/desk.ts';
import { expect, test } from 'vitest';
import type { StaffCommand } from '#/commands/command.ts';
import { wireInstant } from '#/platform/days.ts';
import { newId } from '#/platform/random.ts';
import { keysOutsideTrail } from '#/staff/keys.store.ts';
import { authenticator, type Wrong } from '#/testing/authenticator.ts';
import { testContext } from '#/testing/context.ts';
import { offerConfirmation } from './confirmation.ts';
import { signedBy, testDesk } from './testing.ts';

const { app, clocks } = await testContext();
const { browser, person, newKey, lastRow } = testDesk(app, { isSandbox: false });
const [ana, ben] = [await person('engineer'), await person('engineer')];
const reason = 'joins the team';

/** A newcomer's browser makes a passkey, which two engineers add. */
async function member(name: string, role: string, key = newKey()) {
  const own = browser();
  const { data } = await own.makePasskey(name, key);
  const input = { name, roles: [role], hash: data.fingerprint };
  for (const { ask } of [ana, ben])
    expect((await ask('staff add', input, { reason })).wrong).toBe('');
  expect((await own.signIn(key)).status).toBe(200);
  return { own, key, name };
}

test('a newcomer signs in once two engineers have added the fingerprint', async () => {
  const [own, key] = [browser(), newKey()];
  const { data } = await own.makePasskey('zoe', key);
  expect(data.fingerprint).toMatch(/^[0-9A-Z]{5}(-[0-9A-Z]{5}){3}$/);
  const early = await own.signIn(key);
  expect(early).toMatchObject({ status: 422, wrong: expect.stringContaining(data.fingerprint) });
  const input = { name: 'zoe', roles: ['support'], hash: data.fingerprint.toLowerCase() };
  await ana.ask('staff add', input, { reason });
  expect((await own.signIn(key)).status).toBe(422);
  const other = await ben.ask('staff add', { ...input, name: 'zac' }, { reason });
  expect(other.wrong).toContain('was made for zoe');
  expect((await ben.ask('staff add', input, { reason })).data).toMatchObject({ outcome: 'added' });
  expect((await own.signIn(key)).data).toMatchObject({ name: 'zoe', roles: ['support'] });
  expect((await own.run('approvals list')).status).toBe(200);
  expect(await keysOutsideTrail(app.db)).not.toContain('zoe');
});

test.each<[string, Wrong]>([
  ['of another origin', { origin: 'https://desk.evil.example' }],
  ['of another site', { rpId: 'evil.example' }],
  ['without user verification', { isChecked: false }],
  ['of another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
])('a sign-in %s is refused and recorded', async (kind, wrong) => {
  const name = `nan${kind.replace(/\W/g, '').toLowerCase()}`;
  const { key } = await member(name, 'support');
  const answer = await browser().signIn(key, wrong);
  expect(answer).toMatchObject({ status: 422, wrong: expect.stringContaining('Sign in again') });
  const detail = { outcome: 'unverified' };
  expect(await lastRow()).toMatchObject({ who: name, act: 'deskSignInRefused', detail });
});

test('a challenge is used once, for its purpose, within two minutes', async () => {
  const { own, key } = await member('uma', 'support');
  const challenge = await own.challengeToSignIn();
  const signed = signedBy(key, challenge);
  expect((await own.send(deskPaths.signIn, signed)).status).toBe(200);
  expect((await browser().send(deskPaths.signIn, signed)).status).toBe(422);
  const late = await own.challengeToSignIn();
  clocks.addMs(2 * 60_000);
  expect((await own.send(deskPaths.signIn, signedBy(key, late))).status).toBe(422);
  const made = await own.send<PasskeyChallenge>(deskPaths.passkeyChallenge, { name: 'uma' });
  const { rpId } = (await own.challengeToSignIn()).options as { rpId: string };
  const relayed = { ...made.data, options: { ...Object(made.data.options), rpId } };
  expect((await own.send(deskPaths.signIn, signedBy(key, relayed))).status).toBe(422);
});

test('a counter that goes back and an unknown passkey are refused', async () => {
  const { own, key } = await member('ulf', 'support', newKey(5));
  expect((await own.signIn(key)).status).toBe(200);
  const copied = await own.signIn(key, { counter: 3 });
  expect(copied).toMatchObject({ status: 422, wrong: expect.stringContaining('copied') });
  expect((await own.signIn(authenticator(app.config.deskOrigin))).status).toBe(401);
});

test('a second passkey is the same person, from 24 hours on, proposed from the same root', async () => {
  const vic = await member('vic', 'engineer');
  const aDayLater = () => wireInstant(clocks.now().add({ hours: 24 }));
  const confirmsFrom = aDayLater();
  clocks.addMs(hourMs);
  const [own, key] = [browser(), newKey()];
  const { data } = await own.makePasskey('vic', key);
  const input = { name: 'vic', fingerprint: data.fingerprint };
  const foreign = await ben.ask('staff passkey', input, { reason });
  expect(foreign.wrong).toContain('different first keys');
  await ana.ask('staff passkey', input, { reason });
  // Whoever confirms types the fingerprint as the owner of the passkey reads it.
  const waiting = { name: 'vic', proposedBy: ana.name };
  expect((await ana.ask('staff list')).data.waitingPasskeys).toMatchObject([
    { ...waiting, fingerprint: data.fingerprint },
  ]);
  const forBen = await ben.ask('staff list');
  expect(forBen.data.waitingPasskeys).toMatchObject([{ ...waiting, fingerprint: null }]);
  const proposals = await ben.ask('approvals list');
  expect(proposals.data.approvals).toContainEqual(
    expect.objectContaining({
      confirmedBy: 'staff passkey',
      facts: [{ name: 'name', before: null, after: 'vic' }],
      input: { name: 'vic' },
    }),
  );
  expect(JSON.stringify([forBen, proposals])).not.toContain(data.fingerprint);
  expect((await ben.ask('staff passkey', input, { reason })).data).toMatchObject({
    outcome: 'added',
  });
  expect((await own.signIn(key)).wrong).toContain('was just added');
  const signsInFrom = aDayLater();
  const wish = { name: 'yan', roles: ['support'], hash: 'ab'.repeat(32) };
  const others = { ...wish, name: 'yin' };
  await ben.ask('staff add', others, { reason });
  clocks.addMs(24 * hourMs - 1);
  await vic.own.signIn(vic.key);
  const { asOf, staff } = (await ana.ask('staff list')).data;
  expect(asOf).toBe(wireInstant(clocks.now()));
  expect(staff).toContainEqual(
    expect.objectContaining({
      name: 'vic',
      confirmsFrom,
      sessions: 1,
      proposed: null,
      passkeys: [
        expect.objectContaining({ signsInFrom: null }),
        expect.objectContaining({ fingerprint: data.fingerprint, signsInFrom }),
      ],
    }),
  );
  const early = await vic.own.confirm(key, 'staff add', others, reason);
  expect(early.wrong).toContain('could not be verified');
  clocks.addMs(1);
  expect((await own.signIn(key)).status).toBe(200);
  expect(await keysOutsideTrail(app.db)).not.toContain('vic');
  await vic.own.signIn(vic.key);
  expect((await vic.own.run('staff add', wish, { reason })).status).toBe(200);
  const both = await own.confirm(key, 'staff add', wish, reason);
  expect(both.wrong).toContain('You proposed this yourself');
  const third = await browser().makePasskey('vic', newKey());
  const more = { name: 'vic', fingerprint: third.data.fingerprint };
  expect((await ana.ask('staff passkey', more, { reason })).wrong).toContain('two passkeys');
});

test('a confirmation needs a fresh answer for this proposal, input and session', async () => {
  const wes = await member('wes', 'engineer');
  clocks.addMs(24 * hourMs);
  await wes.own.signIn(wes.key);
  const wish = { name: 'xia', roles: ['support'], hash: 'cd'.repeat(32) };
  await ben.ask('staff add', wish, { reason });
  const asked = async (input: object) =>
    (await wes.own.send<Confirmation>(deskPaths.confirmation, { command: 'staff add', input }))
      .data;
  expect(await asked({ ...wish, name: 'xio' })).toEqual({ proposal: null, challenge: null });
  const { proposal, challenge } = await asked(wish);
  expect(proposal).toMatchObject({ proposedBy: ben.name, confirmedBy: 'staff add' });
  if (!challenge) throw new Error('a passkey confirms');
  const run = async (confirmation?: ReturnType<typeof signedBy>) =>
    (await wes.own.run('staff add', wish, { reason, ...(confirmation && { confirmation }) })).wrong;
  expect(await run()).toContain('confirm by passkey');
  const toSignIn = signedBy(wes.key, await wes.own.challengeToSignIn());
  expect(await run(toSignIn)).toContain('could not be verified');
  const signed = signedBy(wes.key, challenge);
  await ben.ask('staff add', { ...wish, hash: 'ef'.repeat(32) }, { reason });
  await ben.ask('staff add', wish, { reason });
  expect(await run(signed)).toContain('has changed since you looked');
  expect(await run(signed)).toContain('could not be verified');
  expect(await wes.own.confirm(wes.key, 'staff add', wish, reason)).toMatchObject({
    status: 200,
    data: { outcome: 'added' },
  });
});

test('a command that declines a proposal is confirmed like one that confirms it', async () => {
  await ben.ask(
    'staff add',
    { name: 'zed', roles: ['support'], hash: 'ab'.repeat(32) },
    { reason },
  );
  const input = { name: 'zed' };
  const waiting = async (_: unknown, { ids }: { ids: readonly string[] }) =>
    ids.map((id) => ({ id, confirmedBy: 'staff add', what: 'zed', input }));
  const offered = async (declinedBy?: string) => {
    const command = { name: 'staff refuse', twoPeople: { act: 'staffKey', waiting, declinedBy } };
    const signedIn = { session: { isByPasskey: false }, holder: { keyId: newId(clocks.wall()) } };
    const called = { command: command as never as StaffCommand, input, read: input };
    return (await offerConfirmation(app, signedIn as never, called)).proposal?.proposedBy;
  };
  expect(await offered('staff refuse')).toBe(ben.name);
  expect(await offered()).toBeUndefined();
});
