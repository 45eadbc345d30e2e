import { centavos, formatPesos } from '@sandali/contract/money.ts';
import type { Command } from '#/command.ts';

type Account = {
  kind: string;
  group: string;
  openingCentavos: number;
  debitCentavos: number;
  creditCentavos: number;
  closingCentavos: number;
};
type Balance = { day: string; by: 'booked' | 'happened'; isSealed: boolean; accounts: Account[] };

const columns = ['openingCentavos', 'debitCentavos', 'creditCentavos', 'closingCentavos'] as const;
const pesos = (amount: number) => formatPesos(centavos(amount));

export const ledgerTrialBalance: Command = {
  name: 'ledger trial-balance',
  usage: '[--day <day>] [--by booked|happened]',
  about: 'Shows each account of the chart before a day (today unless told), what moved on it, and at its end; debit above zero.',
  examples: ['ledger trial-balance', 'ledger trial-balance --day 2026-11-20', 'ledger trial-balance --day 2026-11-20 --by happened --json'],
  options: ['day', 'by'],
  input: ({ words, options: { day, by } }) => {
    if (words.length > 0 || (day !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(day))) return null;
    if (by !== undefined && by !== 'booked' && by !== 'happened') return null;
    return { ...(day ? { day } : {}), ...(by ? { by } : {}) };
  },
  show: ({ day, by, isSealed, accounts }: Balance) => {
    const sums = columns.map((column) => accounts.reduce((sum, one) => sum + one[column], 0));
    const [opening = 0, debit = 0, credit = 0, closing = 0] = sums;
    const isWell = opening === 0 && closing === 0 && debit === credit;
    const kind = by === 'booked' ? `the books of ${day}` : `what happened on ${day}`;
    const stays = isSealed ? 'The day is sealed: these figures stay.' : 'These figures may still change.';
    return {
      rows: [
        ['group', 'account', 'before', 'debit', 'credit', 'at the end'],
        ...accounts.map((one) => [one.group, one.kind, ...columns.map((column) => pesos(one[column]))]),
        ['', 'sum', ...sums.map(pesos)],
      ],
      line: `By ${kind}. ${isWell ? stays : 'It does not balance.'}`,
      isWell,
    };
  },
};
