import type { Command } from '#/command.ts';

type Dispute = { id: string; person: string; decision: string; askedAt: string; dueOn: string; isLate: boolean };

export const disputeList: Command = {
  name: 'dispute list',
  usage: '',
  about: 'Lists the disputed refusals that nobody has answered, the first that is due first.',
  examples: ['dispute list'],
  input: ({ words }) => (words.length === 0 ? {} : null),
  show: ({ disputes }: { disputes: Dispute[] }) => ({
    rows: [
      ['id', 'person', 'decision', 'asked', 'due', 'late'],
      ...disputes.map((one) => [one.id, one.person, one.decision, one.askedAt, one.dueOn, one.isLate]),
    ],
    line: disputes.length === 0 ? 'Nothing is open.' : '',
    isWell: disputes.every((one) => !one.isLate),
  }),
};
