import type { Command } from '#/command.ts';

type Money = Record<string, string | number | null> & { said: never };

export const suspenseShow: Command = {
  name: 'suspense show',
  usage: '<id>',
  about: 'Shows money that came without an owner, and what people have decided of it.',
  examples: ['suspense show 019a9f00-0000-7000-8000-000000000001'],
  input: ({ words: [id, ...rest] }) => (id && rest.length === 0 ? { id } : null),
  show: ({ money: { said, ...one } }: { money: Money }) => ({
    rows: [['what', 'value'], ...Object.entries(one)],
    lines: said as string[],
  }),
};
