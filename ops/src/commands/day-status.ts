import { centavos, formatPesos } from '@sandali/contract/money.ts';
import type { Command } from '#/command.ts';

export type ClosedDay = {
  day: string;
  closedAt: string;
  entries: number;
  interestCentavos: number;
  lateCentavos: number;
  billsDue: number;
  billsOverdue: number;
  codesEnded: number;
  remindersTold: number;
  remindersUntold: number;
};

const pesos = (amount: number) => formatPesos(centavos(amount));

export const dayStatus: Command = {
  name: 'day status',
  usage: '',
  about: 'Shows the days that were closed last and what each came to, and whether one waits for its close. Ends with exit code 1 then.',
  examples: ['day status'],
  input: ({ words }) => (words.length === 0 ? {} : null),
  show: ({ alarm, days }: { alarm: string; days: ClosedDay[] }) => ({
    rows: [
      ['day', 'closed', 'entries', 'interest', 'late charge', 'bills due', 'overdue', 'codes ended', 'reminders told', 'untold'],
      ...days.map((one) => [
        one.day,
        one.closedAt,
        one.entries,
        pesos(one.interestCentavos),
        pesos(one.lateCentavos),
        one.billsDue,
        one.billsOverdue,
        one.codesEnded,
        one.remindersTold,
        one.remindersUntold,
      ]),
    ],
    line: alarm === 'ok' ? (days.length === 0 ? 'No day is closed yet.' : 'Every day that is over is closed.') : `${alarm}.`,
    isWell: alarm === 'ok',
  }),
};
