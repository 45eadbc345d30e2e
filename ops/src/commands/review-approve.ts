import { centavos, formatPesos, parsePesos } from '@sandali/contract/money.ts';
import type { Command } from '#/command.ts';

type Approved = { application: string; limitCentavos: number; lapsesAt: string | null };

export const reviewApprove: Command = {
  name: 'review approve',
  usage: '<application> [--limit <pesos>] --reason "…"',
  about:
    'Approves an application you hold, with the usual limit of the income unless told. A large limit is proposed only: another reviewer confirms it.',
  examples: [
    'review approve 019a9f00-0000-7000-8000-000000000001 --reason "employer confirmed by phone"',
    'review approve 019a9f00-0000-7000-8000-000000000001 --limit 80,000 --reason "employer confirmed by phone"',
  ],
  options: ['limit'],
  isChange: true,
  input: ({ words: [application, ...rest], options: { limit } }) => {
    const limitCentavos = limit === undefined ? undefined : parsePesos(limit.replace(/[₱,\s]/g, ''));
    if (!application || rest.length > 0 || limitCentavos === null) return null;
    return { application, ...(limitCentavos === undefined ? {} : { limitCentavos }) };
  },
  show: ({ application, limitCentavos, lapsesAt }: Approved) => {
    const limit = formatPesos(centavos(limitCentavos), { drop00: true });
    if (lapsesAt === null) return { line: `${application} is approved with ${limit}; the borrower is told by SMS.` };
    return { line: `${limit} takes two people: it is proposed. Another reviewer confirms or declines it until ${lapsesAt}.` };
  },
};
