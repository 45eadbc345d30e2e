import * as v from 'valibot';
import { id, option, optional, text } from '#/commands/arguments.ts';
import { command, type StaffCommand } from '#/commands/command.ts';
import { amountIn, entity } from '#/commands/display.ts';
import { afterRow, paged, pageLength, pageOf } from '#/commands/page.ts';
import { wireDay, wireInstant } from '#/platform/days.ts';
import { type ListedReversal, newestReversals } from './store.ts';

export const reversalCommands: StaffCommand[] = [
  command({
    name: 'reversal list',
    menu: 'Money',
    label: 'List reversed payments',
    about:
      'Lists reversals of payments, newest first. The cause is a reversal by the network, a chargeback by the payer or a refund at the gateway.',
    examples: [
      'reversal list',
      'reversal list --payment py-4711',
      'reversal list --after 019a9f00-0000-7000-8000-000000000001',
    ],
    kind: 'look',
    roles: ['finance', 'support', 'manager'],
    arguments: {
      payment: optional(
        option(text(v.pipe(v.string(), v.maxLength(100))), "a payment, by its gateway's id"),
      ),
      ...afterRow(id),
    },
    run: async (_, tx, { payment = null, after = null }) => {
      const rows = await newestReversals(tx, { payment, after, limit: pageLength + 1 });
      const { page, next } = pageOf(rows, ({ id }) => id);
      return { data: { reversals: page.map(shown), next } };
    },
    shows: ({ table }) =>
      table(
        (data) => data.reversals,
        {
          id: (row) => row.id,
          amount: (row) => amountIn(row.currency, row.amountCentavos),
          'amount paid': (row) => amountIn(row.currency, row.paidCentavos),
          cause: (row) => row.cause,
          'reversed on': (row) => row.leftOn,
          'paid on': (row) => row.cameOn,
          payment: (row) => row.payment,
          movement: (row) => row.movement,
          person: (row) => entity('person', row.person),
          booked: (row) => row.bookedAt,
        },
        {
          none: 'No payment was reversed.',
          isWell: (data) => data.reversals.length === 0,
          ...paged('reversal list'),
        },
      ),
  }),
];

function shown(row: ListedReversal) {
  return {
    id: row.id,
    currency: row.currency,
    amountCentavos: Number(row.amount_centavos),
    paidCentavos: Number(row.paid_centavos),
    cause: row.cause,
    leftOn: wireDay(row.value_on),
    cameOn: wireDay(row.paid_on),
    gateway: row.gateway,
    payment: row.gateway_payment_id,
    movement: row.movement_id,
    person: row.borrower_id,
    bookedAt: wireInstant(row.booked_at),
  };
}
