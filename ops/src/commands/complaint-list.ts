import type { Command } from '#/command.ts';

type Complaint = {
  number: string;
  person: string;
  kind: string;
  state: string;
  openedAt: string;
  dueOn: string | null;
  clock: string;
  pictures: number;
};

export const complaintList: Command = {
  name: 'complaint list',
  usage: '',
  about: 'Lists the complaints that are not closed, the clock that ends first on top; those that are answered come last.',
  examples: ['complaint list'],
  input: ({ words }) => (words.length === 0 ? {} : null),
  show: ({ complaints }: { complaints: Complaint[] }) => ({
    rows: [
      ['number', 'person', 'kind', 'state', 'opened', 'due', 'clock', 'pictures'],
      ...complaints.map((one) => [one.number, one.person, one.kind, one.state, one.openedAt, one.dueOn, one.clock, one.pictures]),
    ],
    line: complaints.length === 0 ? 'Nothing is open.' : '',
    isWell: complaints.every((one) => one.clock !== 'late'),
  }),
};
