import type { Command } from '#/command.ts';

type Hold = { id: string; person: string; placedAt: string; proposedBy: string | null };

export const screeningHolds: Command = {
  name: 'screening holds',
  usage: '',
  about:
    'Lists the credit lines on which nothing new is lent because a list names somebody like their holder, the oldest first. Ends with exit code 1 where there is one.',
  examples: ['screening holds'],
  input: ({ words }) => (words.length === 0 ? {} : null),
  show: ({ holds }: { holds: Hold[] }) => ({
    rows: [['id', 'person', 'since', 'proposed by'], ...holds.map((one) => [one.id, one.person, one.placedAt, one.proposedBy])],
    line: holds.length === 0 ? 'No line is held.' : '',
    isWell: holds.length === 0,
  }),
};
