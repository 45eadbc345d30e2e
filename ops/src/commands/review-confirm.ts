import { centavos, formatPesos } from '@sandali/contract/money.ts';
import type { Command } from '#/command.ts';

export const reviewConfirm: Command = {
  name: 'review confirm',
  usage: '<application> --reason "…"',
  about: 'Confirms the limit that another reviewer proposed for an application you hold, which approves it.',
  examples: ['review confirm 019a9f00-0000-7000-8000-000000000001 --reason "papers of both shops seen"'],
  isChange: true,
  input: ({ words: [application, ...rest] }) => (application && rest.length === 0 ? { application } : null),
  show: ({ application, limitCentavos }: { application: string; limitCentavos: number }) => ({
    line: `${application} is approved with ${formatPesos(centavos(limitCentavos), { drop00: true })}; the borrower is told by SMS.`,
  }),
};
