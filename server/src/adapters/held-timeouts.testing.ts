// Timeouts of gateway calls that expire only when a test says so, so no test waits for them.
import { expect, onTestFinished, vi } from 'vitest';

/** A timeout that no local server exceeds, even on a busy machine. */
export const patientMs = 25_000;

/**
 * Replaces the timeouts of all calls until the test ends. Each timeout must be `patientMs`.
 * @returns a function that expires all timeouts started so far
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
