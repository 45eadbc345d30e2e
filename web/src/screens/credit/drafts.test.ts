import { expect, test } from 'vitest';
import { beginSession, endSession } from '#/kit/session.ts';
import { draftOf, forgetDraft, keepDraft, offerRestored } from './drafts.ts';

const start = { firstName: '', lastName: '' };
const typed = { firstName: 'Ligaya', lastName: '' };

test('what was typed is there again, as long as nothing else was saved meanwhile', () => {
  keepDraft('personal', start, typed, 'firstName');
  expect(draftOf('personal', start)).toEqual({ values: typed, keptCount: 0, leftAt: null });
  expect(draftOf('work', start).values).toBe(start);
  const saved = { firstName: 'Tala', lastName: 'Marahil' };
  expect(draftOf('personal', saved).values).toBe(saved);
});

test('it is gone once the step is saved, and when the session ends', () => {
  keepDraft('personal', start, typed, 'firstName');
  forgetDraft('personal');
  expect(draftOf('personal', start).values).toBe(start);
  beginSession({ token: 'token', userGid: 'gid' });
  keepDraft('personal', start, typed, 'firstName');
  endSession('loggedOut');
  expect(draftOf('personal', start).values).toBe(start);
});

test('what was kept of an earlier visit stands over the beginning, and only what differs from it is counted', () => {
  const begun = { firstName: 'Tala', lastName: '', idNumber: '' };
  offerRestored('identity', { values: { firstName: 'Tala', lastName: 'Marahil', idType: 'umid' }, leftAt: 'lastName' });
  expect(draftOf('identity', begun)).toEqual({ values: { ...begun, lastName: 'Marahil' }, keptCount: 1, leftAt: 'lastName' });
  // An answer that was emptied is emptied again, and is none.
  offerRestored('identity', { values: { firstName: '' }, leftAt: 'firstName' });
  expect(draftOf('identity', begun)).toEqual({ values: { ...begun, firstName: '' }, keptCount: 0, leftAt: 'firstName' });
  offerRestored('identity', { values: { firstName: 'Tala' }, leftAt: 'firstName' });
  expect(draftOf('identity', begun)).toEqual({ values: begun, keptCount: 0, leftAt: null });
});
