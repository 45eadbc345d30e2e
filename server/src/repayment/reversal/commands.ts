import * as v from 'valibot';
import { option, optional, text } from '#/commands/arguments.ts';
import { command, type StaffCommand } from '#/commands/command.ts';
import { inPesos } from '#/commands/display.ts';
import { wireDay, wireInstant } from '#/platform/days.ts';
import { type ListedReversal, newestReversals } from './store.ts';

const listLength = 200;

export const reversalCommands: StaffCommand[] = [
  command({
    name: 'reversal list',
    menu: 'Money',
    label: 'List reversed payments',
    about:
      'Lists reversals of payments, newest first. The cause is a reversal by the network, a chargeback by the payer or a refund at the gateway.',
    examples: ['reversal list', 'reversal list --payment py-4711'],
    kind: 'look',
    roles: ['finance', 'support', 'manager'],
    arguments: {
      payment: optional(
        option(text(v.pipe(v.string(), v.maxLength(100))), "a payment, by its gateway's id"),
      ),
    },
    run: async (_, tx, { payment = null }) => {
      const rows = await newestReversals(tx, { payment, limit: listLength });
      return { data: { reversals: rows.map(shown) } };
    },
    shows: ({ table }) =>
      table(
        (data) => data.reversals,
        {
          id: (row) => row.id,
          amount: (row) => row.amount,
          'amount paid': (row) => row.paid,
          cause: (row) => row.cause,
          'reversed on': (row) => row.leftOn,
          'paid on': (row) => row.cameOn,
          payment: (row) => row.payment,
          movement: (row) => row.movement,
          borrower: (row) => row.borrower,
          booked: (row) => row.bookedAt,
        },
        { none: 'No payment was reversed.', isWell: (data) => data.reversals.length === 0 },
      ),
  }),
];

function shown(row: ListedReversal) {
  const amountOf = (amount: bigint) => {
    const text = inPesos(amount);
    return row.currency === 'PHP' ? text : `${text.slice(1)} ${row.currency}`;
  };
  return {
    id: row.id,
    amount: amountOf(row.amount_centavos),
    paid: amountOf(row.paid_centavos),
    cause: row.cause,
    leftOn: wireDay(row.value_on),
    cameOn: wireDay(row.paid_on),
    gateway: row.gateway,
    payment: row.gateway_payment_id,
    movement: row.movement_id,
    borrower: row.borrower_id ?? 'unknown',
    bookedAt: wireInstant(row.booked_at),
  };
}
