import { afterEach, expect, test, vi } from 'vitest';
import { refetchConfig } from './config.ts';
import { keepConfigFresh } from './loadConfig.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('the configuration is fetched at first, again when the page becomes visible after a minute, and when the server says that the client is too old', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  let asked = 0;
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    return new Response('', { status: 503 });
  });
  const page = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    getElementById: () => null,
  });
  vi.stubGlobal('document', page);
  const comesBack = (afterMs: number, state = 'visible') => {
    vi.setSystemTime(Date.now() + afterMs);
    page.visibilityState = state;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  const askedTimes = async (times: number) =>
    await expect.poll(() => asked, { timeout: 5000 }).toBe(times);

  keepConfigFresh();
  await askedTimes(1);
  comesBack(59_000);
  comesBack(61_000, 'hidden');
  refetchConfig();
  await askedTimes(2);
  comesBack(59_000);
  comesBack(2_000);
  await askedTimes(3);
  comesBack(1_000);
  refetchConfig();
  await askedTimes(4);
});
