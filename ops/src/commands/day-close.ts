import type { Command } from '#/command.ts';
import type { ClosedDay } from './day-status.ts';

export const dayClose: Command = {
  name: 'day close',
  usage: '--reason "…"',
  about:
    'Closes the days that are over without waiting for the worker, which does it by itself. What was done stays; run it again until none is left.',
  examples: ['day close --reason "the worker was stopped over the weekend"'],
  isChange: true,
  timeoutMs: 120_000,
  input: ({ words }) => (words.length === 0 ? {} : null),
  show: ({ transactions, last, alarm }: { transactions: number; last: ClosedDay | null; alarm: string }) => ({
    line: `${last ? `Days are closed up to ${last.day}` : 'No day is closed yet'}${transactions === 0 ? '; nothing was left to do here' : ''}.${alarm === 'ok' ? '' : ` ${alarm}.`}`,
    isWell: alarm === 'ok',
  }),
};
