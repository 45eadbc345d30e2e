import type { Command } from '#/command.ts';

export const staffEnd: Command = {
  name: 'staff end',
  usage: '<name> --reason "…"',
  about: 'Ends the key of a person; it is not taken from then on.',
  examples: ['staff end ana --reason "laptop stolen"'],
  isChange: true,
  input: ({ words: [name, ...rest] }) => (name && rest.length === 0 ? { name } : null),
  show: ({ name }: { name: string }) => ({ line: `The key of ${name} has ended.` }),
};
