// Timeouts of calls to gateways that expire when the test says so, without waiting.
import { expect, onTestFinished, vi } from 'vitest';

/** Longer than any answer of a local server on a busy machine. */
export const patientMs = 25_000;

/**
 * Replaces the timeouts of all calls until the test ends; each must be `patientMs`.
 * @returns a function that lets all timeouts so far expire.
 */
export function heldTimeouts(): () => void {
  const calls: AbortController[] = [];
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    expect(ms).toBe(patientMs);
    const call = new AbortController();
    calls.push(call);
    return call.signal;
  });
  onTestFinished(() => timeout.mockRestore());
  return () => {
    for (const call of calls.splice(0))
      call.abort(new DOMException('no answer in time', 'TimeoutError'));
  };
}
