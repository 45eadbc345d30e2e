import { centavos, formatPesos } from '@sandali/contract/money.ts';
import type { Command } from '#/command.ts';

export const ledgerTrialBalance: Command = {
  name: 'ledger trial-balance',
  usage: '',
  about: 'Lists all balances by kind of account, debit above zero; they sum to zero.',
  examples: ['ledger trial-balance', 'ledger trial-balance --json'],
  input: ({ words }) => (words.length === 0 ? {} : null),
  show: ({ accounts }: { accounts: { kind: string; balanceCentavos: number }[] }) => {
    const sum = accounts.reduce((total, one) => total + one.balanceCentavos, 0);
    const rows = accounts.map((one) => [one.kind, formatPesos(centavos(one.balanceCentavos))]);
    return { rows: [['account', 'balance'], ...rows, ['sum', formatPesos(centavos(sum))]], isWell: sum === 0 };
  },
};
