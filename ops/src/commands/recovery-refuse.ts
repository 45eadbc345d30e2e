import type { Command } from '#/command.ts';

export const recoveryRefuse: Command = {
  name: 'recovery refuse',
  usage: '<id> --reason "…"',
  about: 'Ends a recovery, approved or not: the account keeps its number, and whoever asked is told by SMS, without the reason.',
  examples: ['recovery refuse 019a9f00-0000-7000-8000-000000000001 --reason "another face"'],
  isChange: true,
  input: ({ words: [recovery, ...rest] }) => (recovery && rest.length === 0 ? { recovery } : null),
  show: () => ({ line: 'refused; whoever asked was told.' }),
};
