import { afterEach, expect, test, vi } from 'vitest';
import { beginSession, endSession, followOtherTabs, isLoggedIn, onSessionEnd } from './session.ts';
import { writeStored } from './storage.ts';

afterEach(() => {
  endSession('loggedOut');
  vi.unstubAllGlobals();
});

/** Creates a tab that follows other tabs. `hear` dispatches a browser event to it. */
function tab() {
  const events = new EventTarget();
  const reload = vi.fn();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('document', events);
  vi.stubGlobal('location', { reload });
  followOtherTabs();
  return { hear: (name: string) => events.dispatchEvent(new Event(name)), reload };
}

test.each(['storage', 'pageshow', 'visibilitychange'])(
  'a logout in another tab ends the session here once the event %s arrives',
  (event) => {
    beginSession({ token: 'one', userGid: 'anna' });
    const { hear, reload } = tab();
    const ends: string[] = [];
    const stop = onSessionEnd((reason) => ends.push(reason));
    hear(event);
    expect(ends).toEqual([]);
    writeStored('Token', null);
    hear(event);
    hear(event);
    expect([isLoggedIn(), ends]).toEqual([false, ['loggedOut']]);
    expect(reload).not.toHaveBeenCalled();
    stop();
  },
);

test('reloads this tab only if a different person logs in from another tab', () => {
  beginSession({ token: 'one', userGid: 'anna' });
  const { hear, reload } = tab();
  writeStored('Token', 'two');
  hear('storage');
  expect(reload).not.toHaveBeenCalled();
  writeStored('userGid', 'ben');
  hear('storage');
  expect([reload.mock.calls.length, isLoggedIn()]).toEqual([1, true]);
});
