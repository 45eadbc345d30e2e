import { expect, test } from 'vitest';
import { pathAfter, statusRedirect, stepBefore, stepRedirect } from './steps.ts';

test('each application step leads to the next, and the last to the submitted page', () => {
  expect((['personal', 'contacts', 'work', 'identity'] as const).map(pathAfter)).toEqual([
    '/creditContract',
    '/creditWork',
    '/creditFile',
    '/status/submitted',
  ]);
  expect(stepBefore('personal')).toBeUndefined();
  expect(stepBefore('identity')).toBe('work');
});

test('a borrower may visit earlier steps but not later ones, and none after submitting', () => {
  expect(stepRedirect('personal', 'work')).toBeNull();
  expect(stepRedirect('work', 'work')).toBeNull();
  expect(stepRedirect('work', 'contacts')).toBe('/creditContract');
  expect(stepRedirect('personal', null)).toBe('/creditStatus');
});

test('the ID step may be visited first while an application is being filled in', () => {
  for (const next of ['personal', 'contacts', 'work', 'identity'] as const)
    expect(stepRedirect('identity', next)).toBeNull();
  expect(stepRedirect('identity', null)).toBe('/creditStatus');
});

test('/creditStatus redirects to the next step until an application is submitted', () => {
  expect(statusRedirect('none', 'personal')).toBe('/credit');
  expect(statusRedirect('filling', 'work')).toBe('/creditWork');
  expect(statusRedirect('autoReview', null)).toBeNull();
  expect(statusRedirect('rejected', 'personal')).toBeNull();
});
