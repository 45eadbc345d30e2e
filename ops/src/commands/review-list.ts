import { centavos, formatPesos } from '@sandali/contract/money.ts';
import type { Command } from '#/command.ts';

type Application = {
  application: string;
  name: string | null;
  waitingMinutes: number;
  callBackAt: string | null;
  rules: string[];
  holder: { by: string; until: string } | null;
  proposal: { limitCentavos: number; by: string; hasLapsed: boolean } | null;
  isLate: boolean;
};

export const reviewList: Command = {
  name: 'review list',
  usage: '',
  about:
    'Lists the applications that wait for a person, the oldest first: since when, why, who holds each. Exit code 1 where one waits too long.',
  examples: ['review list', 'review list --json'],
  input: ({ words }) => (words.length === 0 ? {} : null),
  show: ({ applications }: { applications: Application[] }) => ({
    rows: [
      ['application', 'name', 'waits', 'why', 'held by', 'until', 'next'],
      ...applications.map((one) => [
        one.application,
        one.name,
        `${ageOf(one.waitingMinutes)}${one.isLate ? ' LATE' : ''}`,
        one.rules.join(', '),
        one.holder?.by ?? null,
        one.holder?.until ?? null,
        nextOf(one),
      ]),
    ],
    line: applications.length === 0 ? 'Nobody waits.' : '',
    isWell: applications.every((one) => !one.isLate),
  }),
};

function ageOf(minutes: number): string {
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  return [days && `${days} d`, hours && `${hours} h`, `${minutes % 60} min`].filter(Boolean).join(' ');
}

function nextOf({ callBackAt, proposal }: Application): string | null {
  if (proposal && !proposal.hasLapsed)
    return `${proposal.by} proposes ${formatPesos(centavos(proposal.limitCentavos), { drop00: true })}: confirm or decline`;
  return callBackAt && `phone again ${callBackAt}`;
}
