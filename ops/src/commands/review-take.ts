import type { Command } from '#/command.ts';

export const reviewTake: Command = {
  name: 'review take',
  usage: '[<application>]',
  about: 'Takes an application, or the oldest that is free: it is yours alone for 30 minutes. Taken again, they begin anew.',
  examples: ['review take', 'review take 019a9f00-0000-7000-8000-000000000001'],
  input: ({ words: [application, ...rest] }) => (rest.length === 0 ? (application ? { application } : {}) : null),
  show: ({ application, until }: { application: string; until: string }) => ({
    lines: [`${application} is yours until ${until}.`, `See it: review show ${application} --reason "…"`],
  }),
};
