// Each count of cases on the first page opens the Cases screen at its own kind.
import { kindFacts } from '@sandali/server/staff/case-kinds.ts';
import { expect, test } from 'vitest';
import { screenListing } from '#/shell/screens.ts';
import { kindListedBy } from './kinds.ts';

test.each(Object.entries(kindFacts))('a count of %s cases opens them', (kind, { listedBy }) => {
  expect(kindListedBy(listedBy)).toBe(kind);
  expect(screenListing(listedBy, [{ name: 'cases list' }])?.to).toBe('/cases');
  // Roles without the inbox open the list of the command.
  expect(screenListing(listedBy, [{ name: listedBy }])).toBe(undefined);
});
