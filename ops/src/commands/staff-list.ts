import type { Command } from '#/command.ts';

type Key = { name: string; roles: string[]; madeAt: string; madeBy: string; endedAt: string | null; endedBy: string | null };

export const staffList: Command = {
  name: 'staff list',
  usage: '',
  about: 'Lists who has a key, in which roles, and the keys that have ended.',
  examples: ['staff list'],
  input: ({ words }) => (words.length === 0 ? {} : null),
  show: ({ staff }: { staff: Key[] }) => ({
    rows: [
      ['name', 'roles', 'made', 'by', 'ended', 'by'],
      ...staff.map((one) => [one.name, one.roles.join(', '), one.madeAt, one.madeBy, one.endedAt, one.endedBy]),
    ],
  }),
};
