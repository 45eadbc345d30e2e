import { afterEach, expect, test, vi } from 'vitest';
import { install, installWay, isInvitable, keepInstallPrompt, noteInvitation } from './install.ts';
import { writeStored } from './storage.ts';

afterEach(() => {
  writeStored('installOffer', null);
  vi.unstubAllGlobals();
});

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

function browser({ userAgent = 'Chrome', isInstalled = false } = {}) {
  const events = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('navigator', { userAgent });
  vi.stubGlobal('matchMedia', () => ({ matches: isInstalled }));
  return events;
}

test('offers the browser’s install prompt once, and never in the installed app', async () => {
  const events = browser();
  expect(installWay()).toBeNull();
  keepInstallPrompt();
  const prompt = vi.fn(async () => {});
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  events.dispatchEvent(event);
  expect([event.defaultPrevented, installWay()]).toEqual([true, 'prompt']);
  await install();
  expect([prompt.mock.calls.length, installWay()]).toEqual([1, null]);
  browser({ userAgent: iphone, isInstalled: true });
  expect(installWay()).toBeNull();
});

test('offers Safari’s share menu on iOS, and invites each device to install only once', () => {
  browser({ userAgent: iphone });
  expect([installWay(), isInvitable()]).toEqual(['share', true]);
  noteInvitation();
  expect(isInvitable()).toBe(false);
});
