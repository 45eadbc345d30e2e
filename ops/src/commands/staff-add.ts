import type { Command } from '#/command.ts';

type Answer = { name: string; roles: string[]; outcome: 'proposed' | 'added' };

export const staffAdd: Command = {
  name: 'staff add',
  usage: '<name> --role <role>[,<role>] --hash <hash> --reason "…"',
  about:
    'Proposes a key for a person who made it (staff key) and handed in its hash; another engineer adds it with the same command. Roles: reviewer, finance, support, engineer. It confirms what others propose after 24 hours, and nothing that whoever proposed it, or another key of theirs, proposed.',
  examples: [
    `staff add ana --role support --hash ${'7f3a'.repeat(16)} --reason "joins the evening shift"`,
    `staff add ben.cruz --role finance,engineer --hash ${'0c5e'.repeat(16)} --reason "on call from Monday"`,
  ],
  options: ['role', 'hash'],
  isChange: true,
  input: ({ words: [name, ...rest], options: { role, hash } }) =>
    name && rest.length === 0 && role && hash ? { name, roles: role.split(',').map((one) => one.trim()), hash } : null,
  show: ({ name, roles, outcome }: Answer) => ({
    line:
      outcome === 'added'
        ? `${name} is ${roles.join(', ')} from now on, with the key of this hash.`
        : `Proposed: ${name} as ${roles.join(', ')}. Another engineer adds the key with the same command, within 7 days, after hearing the hash from ${name}.`,
  }),
};
