import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Bank } from '#/adapters/bank/port.ts';
import { createLog } from '#/platform/log.ts';
import { askIdleGateways } from './ask-idle.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('asks a gateway for our balance only if nothing else has asked it', async () => {
  const asked: string[] = [];
  const lines: string[] = [];
  const bankNamed = (name: string) =>
    ({
      name,
      balance: async () => {
        asked.push(name);
        if (name === 'broken') throw new Error('no such host');
        return { outcome: 'unknown', reason: 'silent' };
      },
    }) as unknown as Bank;
  const quietMs: Record<string, number> = { busy: 5000, quiet: 15_000, broken: 15_000 };
  const stop = askIdleGateways({
    bank: bankNamed('busy'),
    earlierBanks: [bankNamed('broken'), bankNamed('quiet')],
    log: createLog('error', (line) => lines.push(line)),
    metrics: { msSinceAsked: (name) => quietMs[name] ?? 0 },
  });
  vi.advanceTimersByTime(20_000);
  await vi.waitFor(() => expect(lines.join()).toContain('no such host'));
  stop();
  vi.advanceTimersByTime(60_000);
  expect(asked).toEqual(['broken', 'quiet']);
});
