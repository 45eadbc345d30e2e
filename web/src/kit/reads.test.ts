import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createReads } from './reads.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { visibilityState: 'visible' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Answers as told, one after the other; the last one again and again. */
function asking(...answers: ({ ok: true; data: unknown } | { ok: false; name: string })[]) {
  const signals: AbortSignal[] = [];
  const ask = async (signal: AbortSignal) => {
    signals.push(signal);
    await new Promise((done) => setTimeout(done, 100));
    return answers[Math.min(signals.length, answers.length) - 1] as { ok: true; data: unknown };
  };
  return { ask, signals };
}
const good = (data: unknown) => ({ ok: true as const, data });
const bad = (name: string) => ({ ok: false as const, name });

test('two who look share one question, and a fresh answer is not asked for again', async () => {
  const reads = createReads();
  const { ask, signals } = asking(good(1));
  reads.follow('a', ask);
  const leave = reads.follow('a', ask);
  expect(reads.state('a')).toEqual({ data: undefined, failure: null, isFetching: true });
  await vi.advanceTimersByTimeAsync(100);
  expect(reads.state('a')).toEqual({ data: 1, failure: null, isFetching: false });
  leave();
  reads.follow('a', ask);
  expect(signals).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10_000);
  reads.follow('a', ask);
  expect(signals).toHaveLength(2);
});

test('what makes answers old asks anew at once and calls off the question on its way', async () => {
  const reads = createReads();
  const { ask, signals } = asking(good('before'), good('after'));
  reads.follow('a', ask);
  void reads.age((key) => key === 'a');
  expect(signals.map((signal) => signal.aborted)).toEqual([true, false]);
  await vi.advanceTimersByTimeAsync(100);
  expect(reads.state('a').data).toBe('after');
});

test('a question that nobody waits for is called off, and its late answer changes nothing', async () => {
  const reads = createReads();
  const { ask, signals } = asking(good(1));
  reads.follow('a', ask)();
  expect(signals[0]?.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(200);
  expect(reads.state('a')).toEqual({ data: undefined, failure: null, isFetching: false });
});

test('where the way failed it tries once more after a second; a refusal it does not', async () => {
  const reads = createReads();
  const way = asking(bad('timeout'), good(2));
  reads.follow('way', way.ask);
  const refusal = asking(bad('loanUnknown'));
  reads.follow('refusal', refusal.ask);
  await vi.advanceTimersByTimeAsync(1_200);
  expect(reads.state('way').data).toBe(2);
  expect(refusal.signals).toHaveLength(1);
  expect(reads.state('refusal').failure).toMatchObject({ name: 'loanUnknown' });
});

test('an answer outlives a failure, and the same answer stays the same object', async () => {
  const reads = createReads();
  const { ask } = asking(good({ sum: 1 }), good({ sum: 1 }), bad('offline'));
  reads.follow('a', ask);
  await vi.advanceTimersByTimeAsync(100);
  const { data } = reads.state('a');
  void reads.fetch('a');
  await vi.advanceTimersByTimeAsync(100);
  expect(reads.state('a').data).toBe(data);
  void reads.fetch('a');
  await vi.advanceTimersByTimeAsync(100);
  expect(reads.state('a')).toMatchObject({ data, failure: { name: 'offline' } });
});

test('it asks again by itself as long as somebody looks', async () => {
  const reads = createReads();
  const { ask, signals } = asking(good(1));
  const leave = reads.follow('a', ask, 2_000);
  await vi.advanceTimersByTimeAsync(4_300);
  expect(signals).toHaveLength(3);
  leave();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(signals).toHaveLength(3);
});

test('after clear nothing is known, also to somebody who still looks', async () => {
  const reads = createReads();
  reads.follow('a', asking(good(1)).ask);
  await vi.advanceTimersByTimeAsync(100);
  reads.clear();
  expect(reads.state('a').data).toBeUndefined();
});
