import { parsePesos } from '@sandali/contract/money.ts';
import type { Command } from '#/command.ts';

type Part = { on: string; amount: string };

export const overduePromise: Command = {
  name: 'overdue promise',
  usage: '<reference> <day>=<pesos> … [<day>=rest] --reason "…"',
  about:
    'Writes down a promise to pay what is owed today in up to four parts within 60 days, for an overdue bill or one that was extended three times. While its parts come in time, no late charge is added.',
  examples: [
    'overdue promise 4021938857 2026-12-15=20000 2026-12-30=rest --reason "agreed on the phone, ticket 812"',
    'overdue promise 4021938857 2026-12-15=rest --reason "agreed on the phone, ticket 812"',
  ],
  isChange: true,
  input: ({ words: [reference, ...named] }) => {
    const parts = named.map(partOf);
    if (!reference || parts.length === 0 || parts.includes(null)) return null;
    return { reference, parts };
  },
  show: ({ promise }: { promise: { reference: string; total: string; parts: Part[] } }) => ({
    rows: [['due', 'amount'], ...promise.parts.map((part) => [part.on, part.amount])],
    line: `${promise.total} of loan ${promise.reference} is promised`,
  }),
};

/** '2026-12-15=20000' or '2026-12-15=rest'; null where it is neither. */
function partOf(text: string): { on: string; amountCentavos?: number } | null {
  const [on, amount, ...rest] = text.split('=');
  if (!on || !amount || rest.length > 0 || !/^\d{4}-\d\d-\d\d$/.test(on)) return null;
  if (amount === 'rest') return { on };
  const amountCentavos = parsePesos(amount);
  return amountCentavos === null ? null : { on, amountCentavos };
}
