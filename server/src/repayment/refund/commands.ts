// Staff commands that list what waits to be refunded. Borrowers order refunds themselves.
import type { Day } from '@sandali/contract/day.ts';
import { id, whole } from '#/commands/arguments.ts';
import { command, type StaffCommand, type StaffCtx } from '#/commands/command.ts';
import { entity, money } from '#/commands/display.ts';
import { afterRow, paged, pageLength, pageOf } from '#/commands/page.ts';
import { todayOf, wireDay, wireInstant } from '#/platform/days.ts';
import { type KeptMoney, keptMoney, type OrderedRefund, orderedRefunds } from './list.store.ts';

const shared = { menu: 'Money', kind: 'look', roles: ['finance', 'support'] } as const;

export const refundCommands: StaffCommand[] = [
  command({
    ...shared,
    name: 'refund list',
    label: 'List refunds on their way',
    about:
      'Lists the refunds that borrowers have ordered and that have not ended, oldest first, with the state of their payouts. Finance also see the account that each goes to.',
    examples: ['refund list', 'refund list --after 019a9f00-0000-7000-8000-000000000001'],
    arguments: afterRow(id),
    run: async (ctx, tx, { after = null }) => {
      const rows = await orderedRefunds(tx, { after, limit: pageLength + 1 });
      const { page, next } = pageOf(rows, (row) => row.id);
      return { data: { refunds: page.map((row) => shownOrdered(ctx, row)), next } };
    },
    shows: ({ table }) =>
      table(
        (data) => data.refunds,
        {
          payout: (row) => entity('payout', row.payout),
          person: (row) => entity('person', row.person),
          amount: (row) => money(row.amountCentavos),
          to: (row) => row.receiver,
          ordered: (row) => row.orderedAt,
          state: (row) => row.state,
        },
        { none: 'No refund is on its way.', ...paged('refund list') },
      ),
  }),
  command({
    ...shared,
    name: 'refund kept',
    label: 'List money kept for borrowers',
    about:
      'Lists borrowers’ money that no bill needs and that they have not asked back, with how it came and how their last refund ended.',
    examples: ['refund kept', 'refund kept --after 812'],
    arguments: afterRow(whole(1, Number.MAX_SAFE_INTEGER)),
    run: async (_, tx, { after = null }) => {
      const rows = await keptMoney(tx, { after, limit: pageLength + 1 });
      const { page, next } = pageOf(rows, ({ place }) => Number(place));
      return { data: { kept: page.map(shownKept), next } };
    },
    shows: ({ table }) =>
      table(
        (data) => data.kept,
        {
          person: (row) => entity('person', row.person),
          amount: (row) => money(row.amountCentavos),
          since: (row) => row.since,
          cause: (row) => row.cause,
          'waits for': (row) => row.waitsFor,
        },
        { none: 'No money is kept for a borrower.', ...paged('refund kept') },
      ),
  }),
];

const stateWords: Readonly<Record<string, string>> = {
  ready: 'not sent yet',
  sent: 'with the gateway',
  unknown: 'the gateway has given no clear answer',
};

function stateOf({ waits_for, payout_state, expected_on }: OrderedRefund, today: Day): string {
  if (waits_for === 'float') return 'our balance at the gateway is too small';
  const on = expected_on && wireDay(expected_on);
  if (payout_state === 'sent' && on)
    return `with the gateway, ${on < today ? 'should have arrived' : 'expected'} on ${on}`;
  return stateWords[payout_state ?? ''] ?? payout_state ?? 'no payout';
}

/** Only finance, who resolve refunds, see the account that one goes to. */
function shownOrdered({ roles, now }: Pick<StaffCtx, 'roles' | 'now'>, row: OrderedRefund) {
  const today = todayOf(now);
  return {
    id: row.id,
    person: row.borrower_id,
    amountCentavos: Number(row.amount_centavos),
    receiver: roles.includes('finance') ? `${row.receiver_label} ••${row.receiver_last4}` : null,
    orderedAt: wireInstant(row.ordered_at),
    payout: row.payout_id,
    payoutState: row.payout_state,
    isLate: row.expected_on !== null && wireDay(row.expected_on) < today,
    state: stateOf(row, today),
  };
}

/** How the newest change of the account came about, by the kind of its entry. */
const causes: Readonly<Record<string, string>> = {
  'repayment.booked': 'paid more than was owed',
  'extension.booked': 'paid more than was owed',
  'suspense.assigned': 'came from suspense',
  'money.shared': 'shared among bills anew',
  'loan.reversed': 'the payout of a repaid loan came back',
  'loan.cooledOff': 'returned the loan after it was repaid',
  'refund.failed': 'a refund failed',
  'refund.reversed': 'a refund came back',
  'payment.reversed': 'a payment was taken back in part',
  'claim.settled': 'settled a claim in part',
  'charges.waived': 'a charge was waived after it was paid',
};

function shownKept(row: KeptMoney) {
  const hasFailed = row.refund_state === 'failed' || row.refund_state === 'reversed';
  return {
    person: row.borrower_id,
    amountCentavos: Number(row.kept_centavos),
    since: wireInstant(row.recorded_at),
    cause: causes[row.kind] ?? row.kind,
    lastRefund: row.refund_state,
    waitsFor: hasFailed
      ? 'the borrower to choose another account'
      : 'the borrower to ask for it, or the next bill',
  };
}
