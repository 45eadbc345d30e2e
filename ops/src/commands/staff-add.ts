import type { Command } from '#/command.ts';

export const staffAdd: Command = {
  name: 'staff add',
  usage: '<name> --role <role>[,<role>] --reason "…"',
  about:
    'Makes a key for one person and prints it, this once. Roles: reviewer, finance, support, engineer. It confirms what others propose after 24 hours, and nothing that its maker, or another key of that maker, proposed.',
  examples: [
    'staff add ana --role support --reason "joins the evening shift"',
    'staff add ben.cruz --role finance,engineer --reason "on call from Monday"',
  ],
  options: ['role'],
  isChange: true,
  input: ({ words: [name, ...rest], options: { role } }) =>
    name && rest.length === 0 && role ? { name, roles: role.split(',').map((one) => one.trim()) } : null,
  show: ({ name, roles, key }: { name: string; roles: string[]; key: string }) => ({
    lines: [
      key,
      `${name} is ${roles.join(', ')} with this key. It is not shown again: keep it in a file that only ${name} can read, and name it in OPS_KEY_FILE.`,
    ],
  }),
};
