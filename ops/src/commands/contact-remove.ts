import type { Command } from '#/command.ts';

export const contactRemove: Command = {
  name: 'contact remove',
  usage: '<number> --reason "…"',
  about: 'Takes the number of somebody who was named as a reference out of every application and message. It is taken for none again.',
  examples: ['contact remove "0917 123 4567" --reason "asked by phone to be removed, ticket 812"'],
  isChange: true,
  input: ({ words: [phone, ...rest] }) => (phone && rest.length === 0 ? { phone } : null),
  show: ({ applications }: { applications: number }) => ({ line: `Removed. The number stood in ${applications} applications.` }),
};
