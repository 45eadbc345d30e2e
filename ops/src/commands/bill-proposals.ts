import type { Command } from '#/command.ts';

type Proposal = {
  reference: string;
  kind: string;
  part: string | null;
  amount: string;
  reason: string;
  proposedBy: string;
  proposedAt: string;
};

export const billProposals: Command = {
  name: 'bill proposals',
  usage: '',
  about: 'What one person has proposed about bills, and waits for another to confirm.',
  examples: ['bill proposals'],
  input: ({ words }) => (words.length === 0 ? {} : null),
  show: ({ proposals }: { proposals: Proposal[] }) => ({
    rows: [
      ['reference', 'what', 'amount', 'by', 'at', 'reason'],
      ...proposals.map((one) => [
        one.reference,
        one.part ? `${one.kind} ${one.part}` : 'write-off',
        one.amount,
        one.proposedBy,
        one.proposedAt,
        one.reason,
      ]),
    ],
  }),
};
