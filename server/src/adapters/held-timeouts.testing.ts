// Time-outs of calls to gateways, which a test lets run out: no test waits for the wall clock, and
// none leans on it.
import { expect, onTestFinished, vi } from 'vitest';

/** More than any answer of a local server takes on a busy machine. */
export const patientMs = 25_000;

/**
 * Holds the time-outs of all calls until the test ends.
 * @returns what lets those run out that were set so far, each with `patientMs`
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
