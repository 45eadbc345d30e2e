import { expect, test } from 'vitest';
import { beginSession, endSession } from '#/client/session.ts';
import { draftOf, forgetDraft, keepDraft, restoredOver } from './drafts.ts';

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
  const over = (values: Record<string, string>, leftAt: string, typedOver?: string) =>
    restoredOver({ values, leftAt, over: typedOver }, begun, 'this beginning');
  const found = { firstName: 'Tala', lastName: 'Marahil', idType: 'umid' };
  const restored = { values: { ...begun, lastName: 'Marahil' }, keptCount: 1, leftAt: 'lastName' };
  expect(over(found, 'lastName')).toEqual(restored);
  expect(over(found, 'lastName', 'this beginning')).toEqual(restored);
  // An answer that was emptied is emptied again, and is none.
  expect(over({ firstName: '' }, 'firstName')).toEqual({ values: { ...begun, firstName: '' }, keptCount: 0, leftAt: 'firstName' });
  expect(over({ firstName: 'Tala' }, 'firstName')).toBeNull();
  // What was saved since wins.
  expect(over(found, 'lastName', 'another beginning')).toBeNull();
});
