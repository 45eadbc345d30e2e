import type { AnyCall } from '@sandali/contract/call.ts';
import { environmentManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { invalidate, queryClient, queryOptions } from './query.ts';
import { notifyChanged } from './sendOnce.ts';
import { endSession } from './session.ts';

const asked = vi.fn();
const one = { path: '/galaxy/one' } as AnyCall;
const other = { path: '/galaxy/other' } as AnyCall;
const good = (data: unknown) => ({ ok: true as const, data });
const bad = (name: string) =>
  ({ ok: false as const, code: '', name, message: name, isDefinite: false }) as never;

/** Shows a call, as a screen does. */
function show(call: AnyCall, everyMs?: (data: unknown) => number | false) {
  const observer = new QueryObserver(
    queryClient,
    queryOptions(call, {}, everyMs && { everyMs }, asked),
  );
  const leave = observer.subscribe(() => undefined);
  return { result: () => observer.getCurrentResult(), leave };
}

beforeEach(() => {
  vi.useFakeTimers();
  environmentManager.setIsServer(() => false);
  asked.mockReset();
  endSession('loggedOut');
});
afterEach(() => {
  environmentManager.setIsServer(() => true);
  vi.useRealTimers();
});

test('a transport failure is retried once after a second; a refusal is not', async () => {
  asked
    .mockResolvedValueOnce(bad('timeout'))
    .mockResolvedValueOnce(good(2))
    .mockResolvedValue(bad('loanUnknown'));
  const way = show(one);
  await vi.advanceTimersByTimeAsync(999);
  expect(way.result().data).toBeUndefined();
  await vi.advanceTimersByTimeAsync(10);
  expect(way.result().data).toBe(2);
  const refusal = show(other);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(refusal.result().error).toMatchObject({ name: 'loanUnknown' });
  expect(asked).toHaveBeenCalledTimes(3);
  way.leave();
  refusal.leave();
});

test('a write invalidates every answer, and invalidate those of its calls: what is on the screen is refetched at once', async () => {
  asked.mockResolvedValue(good(1));
  const [first, second] = [show(one), show(other)];
  await vi.advanceTimersByTimeAsync(10);
  expect(asked).toHaveBeenCalledTimes(2);
  notifyChanged();
  await vi.advanceTimersByTimeAsync(10);
  expect(asked).toHaveBeenCalledTimes(4);
  await invalidate(other);
  expect(asked.mock.calls.map(([call]) => call.path)).toEqual(
    [one, other, one, other, other].map(({ path }) => path),
  );
  first.leave();
  second.leave();
});

test('an answer stays after a failure, and is polled as long as it says that something may change', async () => {
  asked
    .mockResolvedValueOnce(good({ left: 1 }))
    .mockResolvedValueOnce(bad('offline'))
    .mockResolvedValue(good({ left: 0 }));
  const { result, leave } = show(one, (data) => (data as { left: number }).left > 0 && 2_000);
  await vi.advanceTimersByTimeAsync(2_010);
  expect(result()).toMatchObject({ data: { left: 1 }, error: { name: 'offline' } });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(result()).toMatchObject({ data: { left: 0 }, error: null });
  expect(asked).toHaveBeenCalledTimes(3);
  leave();
});

test('when the session ends all answers are dropped, also on a mounted screen, and nothing is fetched', async () => {
  asked.mockResolvedValue(good('mine'));
  const { result, leave } = show(one);
  await vi.advanceTimersByTimeAsync(10);
  expect(result().data).toBe('mine');
  endSession('loggedOut');
  await vi.advanceTimersByTimeAsync(10);
  expect(result().data).toBeUndefined();
  expect(show(other).result().data).toBeUndefined();
  leave();
  expect(asked.mock.calls.filter(([call]) => call.path === one.path)).toHaveLength(1);
});
