import type { Command } from '#/command.ts';

export const suspenseAssign: Command = {
  name: 'suspense assign',
  usage: '<id> <person> [--loan <reference number>] --reason "…"',
  about:
    'Gives money without an owner to a borrower: to the bill of the named loan first, then like every payment, counted on the day on which it was paid. One person proposes, and another confirms with the same command.',
  examples: [
    'suspense assign 019a9f00-0000-7000-8000-000000000001 09175554103 --reason "receipt seen, case 812"',
    'suspense assign 019a9f00-0000-7000-8000-000000000001 09175554103 --loan 1234567890 --reason "receipt seen, case 812"',
  ],
  options: ['loan'],
  isChange: true,
  input: ({ words: [id, person, ...rest], options: { loan } }) => {
    if (!id || !person || rest.length > 0) return null;
    return { id, person, ...(loan !== undefined && { referenceNo: loan }) };
  },
  show: ({ money }: { money: { outcome: string } }) => ({
    line: money.outcome === 'proposed' ? 'it is proposed; another person confirms it' : 'the money is booked',
  }),
};
