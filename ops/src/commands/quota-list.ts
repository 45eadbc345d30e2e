import type { Command } from '#/command.ts';

type Request = {
  id: string;
  person: string;
  limit: string;
  wanted: string;
  askedAt: string;
  answerOn: string;
  isLate: boolean;
  proposedBy: string | null;
};

export const quotaList: Command = {
  name: 'quota list',
  usage: '',
  about: 'Lists the requests for a higher limit that wait for a person, the first that is due first.',
  examples: ['quota list'],
  input: ({ words }) => (words.length === 0 ? {} : null),
  show: ({ requests }: { requests: Request[] }) => ({
    rows: [
      ['id', 'person', 'limit', 'wanted', 'asked', 'answer on', 'late', 'proposed by'],
      ...requests.map((one) => [one.id, one.person, one.limit, one.wanted, one.askedAt, one.answerOn, one.isLate, one.proposedBy]),
    ],
    line: requests.length === 0 ? 'Nothing is open.' : '',
    isWell: requests.every((one) => !one.isLate),
  }),
};
