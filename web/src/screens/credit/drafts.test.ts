import { expect, test } from 'vitest';
import { beginSession, endSession } from '#/kit/session.ts';
import { draftOf, forgetDraft, keepDraft } from './drafts.ts';

const start = { firstName: '', lastName: '' };
const typed = { firstName: 'Ligaya', lastName: '' };

test('what was typed is there again, as long as nothing else was saved meanwhile', () => {
  keepDraft('personal', start, typed);
  expect(draftOf('personal', start)).toEqual(typed);
  expect(draftOf('work', start)).toBe(start);
  const saved = { firstName: 'Tala', lastName: 'Marahil' };
  expect(draftOf('personal', saved)).toBe(saved);
});

test('it is gone once the step is saved, and when the session ends', () => {
  keepDraft('personal', start, typed);
  forgetDraft('personal');
  expect(draftOf('personal', start)).toBe(start);
  beginSession({ token: 'token', userGid: 'gid' });
  keepDraft('personal', start, typed);
  endSession('loggedOut');
  expect(draftOf('personal', start)).toBe(start);
});
