// Tests that an answer confirms only what its challenge was made for.
import { hourMs } from '@sandali/contract/day.ts';
import { type Confirmation, deskPaths } from '@sandali/contract/desk.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { beforeAll, expect, test } from 'vitest';
import { id, option, whole, word } from '#/commands/arguments.ts';
import { command } from '#/commands/command.ts';
import type { Authenticator } from '#/testing/authenticator.ts';
import { testContext } from '#/testing/context.ts';
import { type Browser, signedBy, testDesk } from './testing.ts';

let owed = 500;
/** A command that confirms a proposal whose facts a test can change. */
const confirming = (name: string) =>
  command({
    name,
    menu: 'System',
    label: 'Confirm',
    about: 'Confirms.',
    examples: [],
    kind: 'change',
    seenFirst: { notNeeded: 'it decides nothing' },
    roles: ['finance'],
    twoPeople: {
      act: 'break',
      waiting: async (_, { ids }) =>
        ids.map((id) => ({
          id,
          confirmedBy: name,
          what: 'a break',
          facts: [{ name: 'owed', before: owed, after: 0 }],
          input: { id },
          about: null,
        })),
    },
    arguments: {
      id: word(id, 'the approval'),
      amount: option(whole(1, 1000), 'what the second person types'),
    },
    run: async (ctx, tx, { id }) => {
      await ctx.approvals.confirm(tx, id);
      return { data: {} };
    },
    shows: ({ lines }) => lines(() => 'confirmed'),
  });

const { app, clocks } = await testContext();
const commands = [confirming('test settle'), confirming('test forgive')];
const desk = testDesk(app, { isSandbox: false, commands });
const { browser, person, newKey, proposesInDatabase } = desk;
const reason = 'a test';
const proposer = await person('finance');
const [fina, felix] = [await member('fina'), await member('felix')];
beforeAll(() => clocks.addMs(24 * hourMs));

type Member = { own: Browser; key: Authenticator };

async function member(name: string): Promise<Member> {
  const [own, key] = [browser(), newKey()];
  const { fingerprint } = (await own.makePasskey(name, key)).data;
  const input = { name, roles: ['finance'], hash: fingerprint };
  for (const { ask } of [await person('engineer'), await person('engineer')])
    await ask('staff add', input, { reason });
  return { own, key };
}

async function signedIn({ key }: Member): Promise<Browser> {
  const own = browser();
  expect((await own.signIn(key)).status).toBe(200);
  return own;
}

/** Looks at a proposal and signs it. */
async function signedFor(own: Browser, input: object, { key }: Member) {
  const called = { command: 'test settle', input };
  const { data } = await own.send<Confirmation>(deskPaths.confirmation, called);
  if (!data.challenge) throw new Error('a passkey confirms');
  return signedBy(key, data.challenge);
}

slow('an answer counts for its session, person, command, input and facts alone', async () => {
  const input = { id: await proposesInDatabase('break', proposer.name), amount: 40 };
  const own = await signedIn(fina);
  const elsewhere = await signedIn(fina);
  const unverified = expect.stringContaining('could not be verified');
  const changed = expect.stringContaining('has changed since you looked');
  const run = async (
    confirmation: Awaited<ReturnType<typeof signedFor>>,
    called: object = input,
    name = 'test settle',
  ) => (await own.run(name, called, { reason, confirmation })).wrong;

  expect(await run(await signedFor(elsewhere, input, fina))).toEqual(unverified);
  expect(await run(await signedFor(own, input, felix))).toEqual(unverified);
  expect(await run(await signedFor(own, input, fina), input, 'test forgive')).toEqual(changed);
  expect(await run(await signedFor(own, input, fina), { ...input, amount: 41 })).toEqual(changed);
  const before = await signedFor(own, input, fina);
  owed = 501;
  expect(await run(before)).toEqual(changed);
  expect(await run(await signedFor(own, input, fina))).toBe('');
});

slow('strangers can use up neither the confirmations nor the trail', async () => {
  const input = { id: await proposesInDatabase('break', proposer.name), amount: 40 };
  const own = await signedIn(fina);
  const [stranger, key] = [browser(), newKey()];
  await stranger.makePasskey('zed', key);
  const challenge = await stranger.challengeToSignIn();
  const signed = signedBy(key, challenge);
  expect((await stranger.send(deskPaths.signIn, signed)).status).toBe(422);
  const rows = async () =>
    (await app.db.selectFrom('audit_log').select('id').where('who', '=', 'desk').execute()).length;
  const known = await rows();
  expect((await stranger.send(deskPaths.signIn, signed)).status).toBe(422);
  expect(await rows()).toBe(known);

  await app.db
    .updateTable('rate_limits')
    .set({ used: 1000 })
    .where('name', '=', 'desk:challenges')
    .execute();
  expect((await stranger.send(deskPaths.signInChallenge, {})).status).toBe(422);
  const confirmation = await signedFor(own, input, fina);
  expect((await own.run('test settle', input, { reason, confirmation })).wrong).toBe('');

  const guess = async () =>
    (await stranger.send(deskPaths.signIn, signedBy(newKey(), challenge))).status;
  for (let guesses = 0; guesses < 60; guesses += 1) expect(await guess()).toBe(401);
  expect(await guess()).toBe(429);
  await app.db.deleteFrom('rate_limits').where('name', '=', 'desk:challenges').execute();
  await signedIn(fina);
});

test('a name can have three passkeys that nobody added', async () => {
  for (let nth = 0; nth < 3; nth += 1)
    expect((await browser().makePasskey('yan', newKey())).status).toBe(200);
  const fourth = await browser().makePasskey('yan', newKey());
  expect(fourth.wrong).toContain('3 passkeys of yan wait');
});
