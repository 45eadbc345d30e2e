import type { Command } from '#/command.ts';

type Request = { id: string; kind: string; person: string; askedAt: string; dueOn: string; workingDaysLeft: number };

export const requestsList: Command = {
  name: 'requests list',
  usage: '',
  about: 'Lists what people have asked about their data (RA 10173) and nobody has answered, the first that is due first.',
  examples: ['requests list'],
  input: ({ words }) => (words.length === 0 ? {} : null),
  show: ({ requests }: { requests: Request[] }) => ({
    rows: [
      ['id', 'kind', 'person', 'asked', 'due', 'working days left'],
      ...requests.map((one) => [one.id, one.kind, one.person, one.askedAt, one.dueOn, one.workingDaysLeft]),
    ],
    line: requests.length === 0 ? 'Nothing is open.' : '',
    isWell: requests.every((one) => one.workingDaysLeft >= 0),
  }),
};
