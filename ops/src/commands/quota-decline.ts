import type { Command } from '#/command.ts';

const groups = ['income', 'history', 'information', 'other'];

export const quotaDecline: Command = {
  name: 'quota decline',
  usage: `<id> --group ${groups.join('|')} --reason "…"`,
  about: 'Declines a request for a higher limit. The person reads the group and the day from which it can be asked for again.',
  examples: ['quota decline 019a9f00-0000-7000-8000-000000000001 --group income --reason "income does not carry it"'],
  options: ['group'],
  isChange: true,
  input: ({ words: [id, ...rest], options: { group } }) =>
    id && rest.length === 0 && group && groups.includes(group) ? { id, group } : null,
  show: ({ request }: { request: { id: string; askAgainOn: string } }) => ({
    line: `${request.id} is declined; it can be asked for again from ${request.askAgainOn}`,
  }),
};
