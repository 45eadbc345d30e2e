import type { Command } from '#/command.ts';

export const reconcileShow: Command = {
  name: 'reconcile show',
  usage: '<id>',
  about: 'Shows a break: both sides of it, and what people have said.',
  examples: ['reconcile show 019a9f00-0000-7000-8000-000000000001'],
  input: ({ words: [id, ...rest] }) => (id && rest.length === 0 ? { id } : null),
  show: ({ break: one }: { break: Record<string, unknown> }) => ({
    rows: Object.entries(one).map(([what, value]) => [
      what,
      value !== null && typeof value === 'object' ? JSON.stringify(value) : (value as string | number | null),
    ]),
  }),
};
