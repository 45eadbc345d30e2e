import type { Command } from '#/command.ts';

export const reviewDecline: Command = {
  name: 'review decline',
  usage: '<application> --reason "…"',
  about: 'Declines the limit that another reviewer proposed; the application stays yours, undecided.',
  examples: ['review decline 019a9f00-0000-7000-8000-000000000001 --reason "the second shop is closed"'],
  isChange: true,
  input: ({ words: [application, ...rest] }) => (application && rest.length === 0 ? { application } : null),
  show: ({ application }: { application: string }) => ({
    line: `The proposal for ${application} is declined; the application stays yours.`,
  }),
};
