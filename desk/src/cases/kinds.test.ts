// Each count of cases on the first page opens the Cases screen at its own kind.
import { declared } from '@sandali/ops/src/server.testing.ts';
import { expect, test } from 'vitest';
import { screenListing } from '#/shell/screens.ts';
import { caseKinds } from './answers.ts';
import { kindListedBy, kinds } from './kinds.ts';

test.each(caseKinds)('a count of %s cases opens them', (kind) => {
  const { list, look, acts } = kinds[kind];
  const names = declared.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining([list, look, ...acts.map((act) => act.command)]));
  expect(kindListedBy(list)).toBe(kind);
  expect(screenListing(list, [{ name: 'cases list' }])?.to).toBe('/cases');
  // Roles without the inbox open the list of the command.
  expect(screenListing(list, [{ name: list }])).toBe(undefined);
});

test('the screen has the kinds of the server', () => {
  const filter = declared
    .find(({ name }) => name === 'cases list')
    ?.arguments.find(({ key }) => key === 'kind')?.typing;
  expect(filter?.as === 'choice' && Object.keys(filter.of).toSorted()).toEqual(
    caseKinds.toSorted(),
  );
});
