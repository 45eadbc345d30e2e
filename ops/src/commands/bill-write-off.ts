import type { Command } from '#/command.ts';
import { type Decided, decided } from './bill-decided.ts';

export const billWriteOff: Command = {
  name: 'bill write-off',
  usage: '<reference> --reason "…"',
  about:
    'Gives an overdue bill up: what it owes is lost in the books, nothing more is charged, and the line stays closed. Money that comes later still counts. One person proposes, and another confirms with the same command.',
  examples: ['bill write-off 4021938857 --reason "borrower died, certificate seen, ticket 812"'],
  isChange: true,
  input: ({ words: [reference, ...rest] }) => (reference && rest.length === 0 ? { reference } : null),
  show: ({ bill }: { bill: Decided }) => ({ line: decided(bill, `the write-off of ${bill.amount}`) }),
};
