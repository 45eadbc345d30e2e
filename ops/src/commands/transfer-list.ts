import type { Command } from '#/command.ts';

type Transfer = {
  bankReference: string;
  reference: string | null;
  person: string | null;
  amount: string;
  paidOn: string;
  proposedBy: string;
  proposedAt: string;
};

export const transferList: Command = {
  name: 'transfer list',
  usage: '',
  about: 'Lists the transfers to our own account that wait for a second person, the oldest first.',
  examples: ['transfer list'],
  input: ({ words }) => (words.length === 0 ? {} : null),
  show: ({ transfers }: { transfers: Transfer[] }) => ({
    rows: [
      ['bank reference', 'reference', 'person', 'amount', 'paid on', 'proposed by', 'at'],
      ...transfers.map((one) => [one.bankReference, one.reference, one.person, one.amount, one.paidOn, one.proposedBy, one.proposedAt]),
    ],
    line: transfers.length === 0 ? 'Nothing waits for a second person.' : '',
  }),
};
