import { expect, test } from 'vitest';
import { pathAfter, statusRedirect, stepBefore, stepRedirect } from './steps.ts';

test('the steps follow each other and end at the answer', () => {
  expect((['personal', 'contacts', 'work', 'identity'] as const).map(pathAfter)).toEqual([
    '/creditContract',
    '/creditWork',
    '/creditFile',
    '/status/submitted',
  ]);
  expect(stepBefore('personal')).toBeUndefined();
  expect(stepBefore('identity')).toBe('work');
});

test('opens earlier steps, blocks later ones, and locks a sent application', () => {
  expect(stepRedirect('personal', 'work')).toBeNull();
  expect(stepRedirect('work', 'work')).toBeNull();
  expect(stepRedirect('work', 'contacts')).toBe('/creditContract');
  expect(stepRedirect('personal', null)).toBe('/creditStatus');
});

test('lets the ID come first if an application is open', () => {
  for (const next of ['personal', 'contacts', 'work', 'identity'] as const)
    expect(stepRedirect('identity', next)).toBeNull();
  expect(stepRedirect('identity', null)).toBe('/creditStatus');
});

test('leads to the next step if there is nothing to wait for', () => {
  expect(statusRedirect('none', 'personal')).toBe('/credit');
  expect(statusRedirect('filling', 'work')).toBe('/creditWork');
  expect(statusRedirect('autoReview', null)).toBeNull();
  expect(statusRedirect('rejected', 'personal')).toBeNull();
});
