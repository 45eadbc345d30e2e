import { parsePesos } from '@sandali/contract/money.ts';
import type { Command } from '#/command.ts';
import { type Decided, decided } from './bill-decided.ts';

export const billAdjust: Command = {
  name: 'bill adjust',
  usage: '<reference> late|interest <pesos> --reason "…"',
  about:
    'Corrects a charge of an open bill downwards, at most by what is owed of it. One person proposes, and another confirms with the same command.',
  examples: ['bill adjust 4021938857 interest 120.00 --reason "two days counted twice, ticket 812"'],
  isChange: true,
  input: ({ words: [reference, part, amount, ...rest] }) => {
    const amountCentavos = parsePesos(amount ?? '');
    if (!reference || (part !== 'late' && part !== 'interest') || amountCentavos === null || rest.length > 0) return null;
    return { reference, part, amountCentavos };
  },
  show: ({ bill }: { bill: Decided }) => ({
    line: decided(bill, `${bill.amount} of ${bill.part === 'late' ? 'late charge' : 'interest'}`),
  }),
};
