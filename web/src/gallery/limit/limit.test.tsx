// What a higher limit takes and how it is asked for, in the words of its screens.
import { expect, test } from 'vitest';
import { textOf } from '#/gallery/textOf.testing.ts';

test('an earned limit is raised: the words are not those of taking a loan', () => {
  expect(textOf('Limit: at home: earned')).toContain('nothing changes if you do not. Raise my limit to ₱210,000');
  expect(textOf('Limit: earned')).toMatch(/Raise my limit to ₱90,000$/);
});
