import type { Command } from '#/command.ts';

type Recovery = { recovery: string; person: string; state: string; askedAt: string; answerBy: string; isLate: boolean };

export const recoveryList: Command = {
  name: 'recovery list',
  usage: '',
  about:
    'Lists the accounts that somebody asks for with another number, phone and SIM being lost, the oldest first. Exit code 1 where one was not answered in time.',
  examples: ['recovery list', 'recovery list --json'],
  input: ({ words }) => (words.length === 0 ? {} : null),
  show: ({ recoveries }: { recoveries: Recovery[] }) => ({
    rows: [
      ['recovery', 'person', 'asked', 'answer by', 'state'],
      ...recoveries.map((one) => [one.recovery, one.person, one.askedAt, `${one.answerBy}${one.isLate ? ' LATE' : ''}`, one.state]),
    ],
    line: recoveries.length === 0 ? 'Nobody asks.' : '',
    isWell: recoveries.every((one) => !one.isLate),
  }),
};
