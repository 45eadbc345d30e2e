import type { Command } from '#/command.ts';

export type ShownBreak = {
  id: string;
  kind: string;
  gateway: string;
  movement: string;
  subject: string;
  bank: string | null;
  bankOn: string | null;
  currency: string | null;
  books: string | null;
  booksOn: string | null;
  ageDays: number;
};

export const reconcileBreaks: Command = {
  name: 'reconcile breaks',
  usage: '',
  about: 'Lists where statements and books differ and nothing has closed it, the oldest first. Ends with exit code 1 while there is any.',
  examples: ['reconcile breaks'],
  input: ({ words }) => (words.length === 0 ? {} : null),
  show: ({ alarm, breaks }: { alarm: string; breaks: (ShownBreak & { proposedBy: string | null })[] }) => ({
    rows: [
      ['id', 'kind', 'gateway', 'movement', 'of', 'bank', 'on', 'currency', 'books', 'on', 'days old', 'proposed by'],
      ...breaks.map((one) => [
        one.id,
        one.kind,
        one.gateway,
        one.movement,
        one.subject,
        one.bank,
        one.bankOn,
        one.currency,
        one.books,
        one.booksOn,
        one.ageDays,
        one.proposedBy,
      ]),
    ],
    line: alarm === 'ok' ? 'Statements and books agree.' : `${alarm}.`,
    isWell: alarm === 'ok',
  }),
};
