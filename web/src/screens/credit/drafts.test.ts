import { expect, test } from 'vitest';
import { beginSession, endSession } from '#/client/session.ts';
import { discardDraft, initialForm, saveDraft } from './drafts.ts';
import { applyRestored } from './restoredDraft.ts';

const start = { firstName: '', lastName: '' };
const typed = { firstName: 'Ligaya', lastName: '' };

test('a form restores typed values unless its step was saved meanwhile', () => {
  saveDraft('personal', start, typed, 'firstName');
  expect(initialForm('personal', start)).toEqual({ values: typed, keptCount: 0, leftAt: null });
  expect(initialForm('work', start).values).toBe(start);
  const saved = { firstName: 'Tala', lastName: 'Marahil' };
  expect(initialForm('personal', saved).values).toBe(saved);
});

test('a draft is deleted once its step is saved and when the session ends', () => {
  saveDraft('personal', start, typed, 'firstName');
  discardDraft('personal');
  expect(initialForm('personal', start).values).toBe(start);
  beginSession({ token: 'token', userGid: 'gid' });
  saveDraft('personal', start, typed, 'firstName');
  endSession('loggedOut');
  expect(initialForm('personal', start).values).toBe(start);
});

test('a restored draft replaces the initial values and counts only changed answers', () => {
  const begun = { firstName: 'Tala', lastName: '', idNumber: '' };
  const over = (values: Record<string, string>, leftAt: string, typedOver?: string) =>
    applyRestored({ values, leftAt, over: typedOver }, begun, 'this beginning');
  const draft = { firstName: 'Tala', lastName: 'Marahil', idType: 'umid' };
  const restored = { values: { ...begun, lastName: 'Marahil' }, keptCount: 1, leftAt: 'lastName' };
  expect(over(draft, 'lastName')).toEqual(restored);
  expect(over(draft, 'lastName', 'this beginning')).toEqual(restored);
  // An emptied field is restored as empty, but does not count as a restored answer.
  expect(over({ firstName: '' }, 'firstName')).toEqual({
    values: { ...begun, firstName: '' },
    keptCount: 0,
    leftAt: 'firstName',
  });
  expect(over({ firstName: 'Tala' }, 'firstName')).toBeNull();
  // Values that were saved after the draft take precedence.
  expect(over(draft, 'lastName', 'another beginning')).toBeNull();
});
