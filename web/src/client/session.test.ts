import { expect, test } from 'vitest';
import { beginSession, endSession, isLoggedIn, onSessionEnd } from './session.ts';

test('ends a session only once, even if further refusals arrive later', () => {
  const ends: string[] = [];
  const stop = onSessionEnd((reason) => ends.push(reason));
  beginSession({ token: 'one', userGid: 'a' });
  endSession('refused', 'zero');
  expect([isLoggedIn(), ends]).toEqual([true, []]);
  endSession('loggedOut');
  endSession('refused', 'one');
  endSession('refused', '');
  expect([isLoggedIn(), ends]).toEqual([false, ['loggedOut']]);
  beginSession({ token: 'two', userGid: 'a' });
  endSession('refused', 'two');
  expect([isLoggedIn(), ends]).toEqual([false, ['loggedOut', 'refused']]);
  stop();
});
