// Tests that a command does what it declares about persons, proposals and required views.
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
  asksFor?: Sight['kind'];
  hasChange?: boolean;
};

/** Runs a command that may violate its declaration, and returns the response's status. */
async function statusOf({
  person,
  act,
  seenFirst,
  asksFor,
  hasChange,
  ...declared
}: Odd): Promise<number> {
  const odd = command({
    name: 'test odd',
    menu: 'System',
    label: 'Be odd',
    about: 'Is odd.',
    examples: [],
    ...(act || seenFirst
      ? { kind: 'change', seenFirst: seenFirst ?? { notNeeded: 'it is odd' } }
      : { kind: 'look' }),
    roles: ['engineer'],
    ...declared,
    run: async ({ approvals, looks }, tx) => {
      if (asksFor) await looks.mustHaveSeen(tx, { kind: asksFor, id: someone }, () => 'test look');
      if (hasChange) await tx.updateTable('settings').set({ version: 7n }).execute();
      if (act) await approvals.propose(tx, act);
      return { data: {}, ...(person !== undefined && { person }) };
    },
    shows: ({ lines }) => lines(() => 'odd'),
  });
  return (await testOps(app, { commands: [odd] }).machine('test odd', {}, { reason: 'trying' }))
    .status;
}

test('a command must name a person if and only if it declares that it needs one', async () => {
  expect(await statusOf({ aboutPerson: 'reported', person: someone })).toBe(200);
  // A null person stands for a phone number without an account.
  expect(await statusOf({ aboutPerson: 'reported', person: null })).toBe(200);
  expect(await statusOf({ aboutPerson: 'reported' })).toBe(500);
  expect(await statusOf({ person: someone })).toBe(500);
  expect(await statusOf({ aboutPerson: 'withheld', person: someone })).toBe(500);
});

test('the database refuses the changes of a look', async () => {
  expect(await statusOf({ seenFirst: { notNeeded: 'it is odd' }, hasChange: true })).toBe(200);
  expect(await statusOf({ hasChange: true })).toBe(500);
  expect(await statusOf({})).toBe(200);
});

test('a command proposes only the act that it declares', async () => {
  expect(await statusOf({ twoPeople: { act: 'break', waiting }, act: 'break' })).toBe(200);
  expect(await statusOf({ act: 'break' })).toBe(500);
  expect(await statusOf({ twoPeople: { act: 'break', waiting }, act: 'payout' })).toBe(500);
});

test('a change must require a prior view of exactly the record that it declares', async () => {
  // There is no such bill, so staff need not have viewed anything.
  expect(await statusOf({ seenFirst: 'bill', asksFor: 'bill' })).toBe(200);
  expect(await statusOf({ seenFirst: 'bill' })).toBe(500);
  expect(await statusOf({ seenFirst: 'bill', asksFor: 'payout' })).toBe(500);
  expect(await statusOf({ seenFirst: { notNeeded: 'it is odd' }, asksFor: 'bill' })).toBe(500);
  expect(await statusOf({ asksFor: 'bill' })).toBe(500);
});
