import { declared } from '@sandali/ops/src/server.testing.ts';
import { expect, test } from 'vitest';
import { withoutSet } from '#/command/typed.ts';
import { actsOn } from './acts.ts';
import type { Waiting } from './answers.ts';

const id = '019a9f00-0000-7000-8000-000000000001';
type Act = NonNullable<ReturnType<typeof actsOn>['confirm']>;
const askedOf = ({ command, input }: Act) =>
  withoutSet(command, input).arguments.map(({ key }) => key);
const proposal = (confirmedBy: string, input: Waiting['input']) =>
  ({ confirmedBy, input }) as unknown as Waiting;

test('asks the second person for what the proposal does not hold', () => {
  const { confirm, decline } = actsOn(
    proposal('quota grant', { id, limitPesos: 90_000 }),
    declared,
  );
  expect(confirm && askedOf(confirm)).toEqual([]);
  expect(confirm?.input).toEqual({ id, limitPesos: 90_000 });
  expect([decline?.command.name, decline?.input]).toEqual(['quota decline', { id }]);
  expect(decline && askedOf(decline)).toEqual(['group']);
  expect(actsOn(proposal('config confirm', { id }), declared).decline).toBeNull();
});
