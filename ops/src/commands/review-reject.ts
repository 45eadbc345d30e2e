import { reasonGroups } from '@sandali/contract/credit.ts';
import type { Command } from '#/command.ts';

export const reviewReject: Command = {
  name: 'review reject',
  usage: `<application> --group ${reasonGroups.join('|')} --reason "…"`,
  about: 'Refuses an application you hold. The group is what the borrower is told; the reason is kept, and they may read it.',
  examples: [
    'review reject 019a9f00-0000-7000-8000-000000000001 --group identity --reason "the ID in the photos is not the one that was typed"',
  ],
  options: ['group'],
  isChange: true,
  input: ({ words: [application, ...rest], options: { group } }) =>
    application && rest.length === 0 && reasonGroups.some((one) => one === group) ? { application, group } : null,
  show: ({ application, group }: { application: string; group: string }) => ({
    line: `${application} is refused (${group}); the borrower is told by SMS.`,
  }),
};
