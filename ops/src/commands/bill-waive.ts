import { parsePesos } from '@sandali/contract/money.ts';
import type { Command } from '#/command.ts';
import { type Decided, decided } from './bill-decided.ts';

export const billWaive: Command = {
  name: 'bill waive',
  usage: '<reference> [--amount <pesos>] --reason "…"',
  about:
    'Takes the late charge of an open bill back: all that is owed of it on the day of the confirmation, or an amount. One person proposes, and another confirms with the same command.',
  examples: [
    'bill waive 4021938857 --reason "our kiosk was down, ticket 812"',
    'bill waive 4021938857 --amount 250.50 --reason "half of it, as agreed, ticket 812"',
  ],
  options: ['amount'],
  isChange: true,
  input: ({ words: [reference, ...rest], options: { amount } }) => {
    if (!reference || rest.length > 0) return null;
    if (amount === undefined) return { reference };
    const amountCentavos = parsePesos(amount);
    return amountCentavos === null ? null : { reference, amountCentavos };
  },
  show: ({ bill }: { bill: Decided }) => ({ line: decided(bill, `${bill.amount} of late charge`) }),
};
