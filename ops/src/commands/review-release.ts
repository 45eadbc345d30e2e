import type { Command } from '#/command.ts';

export const reviewRelease: Command = {
  name: 'review release',
  usage: '<application>',
  about: 'Gives an application back to the others, undecided.',
  examples: ['review release 019a9f00-0000-7000-8000-000000000001'],
  input: ({ words: [application, ...rest] }) => (application && rest.length === 0 ? { application } : null),
  show: ({ application }: { application: string }) => ({ line: `${application} is free again.` }),
};
