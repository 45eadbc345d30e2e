import { centavos, formatPesos } from '@sandali/contract/money.ts';
import type { Command } from '#/command.ts';

type Line = { on: string; countsOn: string; kind: string; references: string[]; changeCentavos: number; balanceCentavos: number };
type Statement = {
  fromOn: string;
  toOn: string;
  openingCentavos: number;
  lines: Line[];
  closingCentavos: number;
  pending: { interestCentavos: number; lateCentavos: number } | null;
  owedCentavos: number | null;
  keptCentavos: number;
};

const pesos = (amount: number) => formatPesos(centavos(amount));
const aDay = /^\d{4}-\d{2}-\d{2}$/;

export const ledgerStatement: Command = {
  name: 'ledger statement',
  usage: '<number | userGid | reference> [--from <day>] [--to <day>] --reason "…"',
  about: 'Shows the statement of account that a person sees themselves: the last 92 days unless told.',
  examples: ['ledger statement "0917 123 4567" --from 2026-11-01 --to 2026-11-30 --reason "asks about a charge, ticket 812"'],
  options: ['from', 'to'],
  isAboutPerson: true,
  input: ({ words: [person, ...rest], options: { from, to } }) => {
    if (!person || rest.length > 0 || [from, to].some((day) => day !== undefined && !aDay.test(day))) return null;
    return { person, ...(from ? { fromOn: from } : {}), ...(to ? { toOn: to } : {}) };
  },
  show: ({ fromOn, toOn, openingCentavos, lines, closingCentavos, pending, owedCentavos, keptCentavos }: Statement) => ({
    rows: [
      ['booked', 'counts from', 'what', 'loans', 'change', 'owed'],
      [`before ${fromOn}`, null, 'owed', null, null, pesos(openingCentavos)],
      ...lines.map((one) => [
        one.on,
        one.countsOn,
        one.kind,
        one.references.join(' '),
        pesos(one.changeCentavos),
        pesos(one.balanceCentavos),
      ]),
      [`end of ${toOn}`, null, 'owed by the books', null, null, pesos(closingCentavos)],
      ...(pending ? [['', null, 'interest not booked yet', null, pesos(pending.interestCentavos), null]] : []),
      ...(pending ? [['', null, 'late charge not booked yet', null, pesos(pending.lateCentavos), null]] : []),
      ...(owedCentavos === null ? [] : [['', null, 'owed today', null, null, pesos(owedCentavos)]]),
      ['', null, 'kept for the borrower', null, null, pesos(keptCentavos)],
    ],
  }),
};
