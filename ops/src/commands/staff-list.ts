import type { Command } from '#/command.ts';

type Key = { name: string; roles: string[]; madeAt: string; madeBy: string; endedAt: string | null; endedBy: string | null };

type Waiting = { name: string; roles: string[]; hash: string; proposedBy: string; proposedAt: string };

export const staffList: Command = {
  name: 'staff list',
  usage: '',
  about: 'Lists who has a key, in which roles, the keys that have ended, and those that wait for a second engineer.',
  examples: ['staff list'],
  input: ({ words }) => (words.length === 0 ? {} : null),
  show: ({ staff, waiting }: { staff: Key[]; waiting: Waiting[] }) => ({
    lines: waiting.map(
      (one) => `Waits since ${one.proposedAt}: ${one.name} as ${one.roles.join(', ')}, proposed by ${one.proposedBy}, hash ${one.hash}`,
    ),
    rows: [
      ['name', 'roles', 'made', 'by', 'ended', 'by'],
      ...staff.map((one) => [one.name, one.roles.join(', '), one.madeAt, one.madeBy, one.endedAt, one.endedBy]),
    ],
  }),
};
