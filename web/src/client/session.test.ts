import { expect, test } from 'vitest';
import { beginSession, endSession, isLoggedIn, onSessionEnd } from './session.ts';

test('a session ends once: late refusals of an old token, and those after a logout, are ignored', () => {
  const ends: string[] = [];
  const stop = onSessionEnd((why) => ends.push(why));
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
