import { afterEach, expect, test, vi } from 'vitest';
import { refetchConfig } from './config.ts';
import { keepConfigFresh } from './loadConfig.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('fetches the configuration at start, on return after a minute, and on demand', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  let fetches = 0;
  vi.stubGlobal('fetch', async () => {
    fetches += 1;
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
    await expect.poll(() => fetches, { timeout: 5000 }).toBe(times);

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
