// What a command declares is what it does: a look at a person is kept for them, and what is
// proposed takes two people.
import { expect, test } from 'vitest';
import { command, type StaffCommand } from '#/commands/command.ts';
import type { SeenFirst, Sight } from '#/commands/looks.ts';
import { newId } from '#/platform/random.ts';
import { testContext } from '#/testing/context.ts';
import { testOps } from './testing.ts';

const { app, clocks } = await testContext();
const waiting = async () => [];
const someone = newId(clocks.now());
type Odd = Pick<StaffCommand, 'aboutPerson' | 'twoPeople'> & {
  person?: string | null;
  act?: 'break' | 'payout';
  seenFirst?: SeenFirst;
  asksFor?: Sight['what'];
};

/** What comes of a command that declares one thing and does another. */
async function statusOf({ person, act, seenFirst, asksFor, ...declared }: Odd): Promise<number> {
  const odd = command({
    name: 'test odd',
    about: 'Is odd.',
    examples: [],
    ...(act || seenFirst
      ? { kind: 'change', seenFirst: seenFirst ?? { notNeeded: 'it is odd' } }
      : { kind: 'look' }),
    roles: ['engineer'],
    ...declared,
    run: async ({ approvals, looks }, tx) => {
      if (asksFor) await looks.mustHaveSeen(tx, { what: asksFor, id: someone }, () => 'test look');
      if (act) await approvals.propose(tx, act);
      return { data: {}, ...(person !== undefined && { person }) };
    },
    shows: ({ lines }) => lines(() => 'odd'),
  });
  return (await testOps(app, { commands: [odd] }).machine('test odd', {}, { reason: 'trying' }))
    .status;
}

test('a look at a person is kept where that person reads it exactly where it is declared as one', async () => {
  expect(await statusOf({ aboutPerson: 'reported', person: someone })).toBe(200);
  // a number that is nobody's
  expect(await statusOf({ aboutPerson: 'reported', person: null })).toBe(200);
  expect(await statusOf({ aboutPerson: 'reported' })).toBe(500);
  expect(await statusOf({ person: someone })).toBe(500);
  expect(await statusOf({ aboutPerson: 'withheld', person: someone })).toBe(500);
});

test('nothing is proposed by a command that does not declare it, or declares another act', async () => {
  expect(await statusOf({ twoPeople: { act: 'break', waiting }, act: 'break' })).toBe(200);
  expect(await statusOf({ act: 'break' })).toBe(500);
  expect(await statusOf({ twoPeople: { act: 'break', waiting }, act: 'payout' })).toBe(500);
});

test('a command asks for exactly the look that it declares', async () => {
  // there is no such bill, so nothing is unseen
  expect(await statusOf({ seenFirst: 'bill', asksFor: 'bill' })).toBe(200);
  expect(await statusOf({ seenFirst: 'bill' })).toBe(500);
  expect(await statusOf({ seenFirst: 'bill', asksFor: 'payout' })).toBe(500);
  expect(await statusOf({ seenFirst: { notNeeded: 'it is odd' }, asksFor: 'bill' })).toBe(500);
  expect(await statusOf({ asksFor: 'bill' })).toBe(500);
});
