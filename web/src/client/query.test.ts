import type { AnyCall } from '@sandali/contract/call.ts';
import { environmentManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { invalidate, queryClient, queryOptions } from './query.ts';
import { notifyChanged } from './sendOnce.ts';
import { endSession } from './session.ts';

const send = vi.fn();
const someCall = { path: '/galaxy/one' } as AnyCall;
const otherCall = { path: '/galaxy/other' } as AnyCall;
const good = (data: unknown) => ({ ok: true as const, data });
const bad = (name: string) =>
  ({ ok: false as const, code: '', name, message: name, isDefinite: false }) as never;

/** Sends a read call as a mounted screen does. */
function show(call: AnyCall, everyMs?: (data: unknown) => number | false) {
  const observer = new QueryObserver(
    queryClient,
    queryOptions(call, {}, everyMs && { everyMs }, send),
  );
  const leave = observer.subscribe(() => undefined);
  return { result: () => observer.getCurrentResult(), leave };
}

beforeEach(() => {
  vi.useFakeTimers();
  environmentManager.setIsServer(() => false);
  send.mockReset();
  endSession('loggedOut');
});
afterEach(() => {
  environmentManager.setIsServer(() => true);
  vi.useRealTimers();
});

test('retries a read a second after a transport failure, but not after a refusal', async () => {
  send
    .mockResolvedValueOnce(bad('timeout'))
    .mockResolvedValueOnce(good(2))
    .mockResolvedValue(bad('loanUnknown'));
  const failing = show(someCall);
  await vi.advanceTimersByTimeAsync(999);
  expect(failing.result().data).toBeUndefined();
  await vi.advanceTimersByTimeAsync(10);
  expect(failing.result().data).toBe(2);
  const refusal = show(otherCall);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(refusal.result().error).toMatchObject({ name: 'loanUnknown' });
  expect(send).toHaveBeenCalledTimes(3);
  failing.leave();
  refusal.leave();
});

test('refetches every displayed response after a write', async () => {
  send.mockResolvedValue(good(1));
  const [first, second] = [show(someCall), show(otherCall)];
  await vi.advanceTimersByTimeAsync(10);
  expect(send).toHaveBeenCalledTimes(2);
  notifyChanged();
  await vi.advanceTimersByTimeAsync(10);
  expect(send).toHaveBeenCalledTimes(4);
  await invalidate(otherCall);
  expect(send.mock.calls.map(([call]) => call.path)).toEqual(
    [someCall, otherCall, someCall, otherCall, otherCall].map(({ path }) => path),
  );
  first.leave();
  second.leave();
});

test('keeps a response after a failed refetch, and polls only while it may change', async () => {
  send
    .mockResolvedValueOnce(good({ left: 1 }))
    .mockResolvedValueOnce(bad('offline'))
    .mockResolvedValue(good({ left: 0 }));
  const { result, leave } = show(someCall, (data) => (data as { left: number }).left > 0 && 2_000);
  await vi.advanceTimersByTimeAsync(2_010);
  expect(result()).toMatchObject({ data: { left: 1 }, error: { name: 'offline' } });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(result()).toMatchObject({ data: { left: 0 }, error: null });
  expect(send).toHaveBeenCalledTimes(3);
  leave();
});

test('drops all responses when the session ends, even one that a screen is showing', async () => {
  send.mockResolvedValue(good('mine'));
  const { result, leave } = show(someCall);
  await vi.advanceTimersByTimeAsync(10);
  expect(result().data).toBe('mine');
  endSession('loggedOut');
  await vi.advanceTimersByTimeAsync(10);
  expect(result().data).toBeUndefined();
  expect(show(otherCall).result().data).toBeUndefined();
  leave();
  expect(send.mock.calls.filter(([call]) => call.path === someCall.path)).toHaveLength(1);
});
