// Ops: whether the books hold, and what stands in them.
import * as v from 'valibot';
import { books, trialBalance } from '#/ledger/ledger.ts';
import { type StaffCommand, staffCommand } from './command.ts';

export const ledgerCommands: StaffCommand[] = [
  staffCommand({
    name: 'ledger check',
    kind: 'look',
    roles: ['finance', 'engineer'],
    request: v.strictObject({}),
    run: async (_ctx, tx) => {
      const breaks = await books(tx);
      return { data: { breaks }, detail: { breaks: breaks.length } };
    },
  }),
  staffCommand({
    name: 'ledger trial-balance',
    kind: 'look',
    roles: ['finance', 'engineer'],
    request: v.strictObject({}),
    run: async (_ctx, tx) => {
      const balances = await trialBalance(tx);
      return { data: { accounts: balances.map((one) => ({ kind: one.kind, balanceCentavos: Number(one.balanceCentavos) })) } };
    },
  }),
];
