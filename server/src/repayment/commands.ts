// Staff commands for money with an unknown owner. Two members of staff decide where it goes.

import * as v from 'valibot';
import {
  day,
  idOf,
  option,
  optional,
  person,
  pesos,
  text,
  textLike,
  word,
} from '#/commands/arguments.ts';
import { command, type StaffCommand, type StaffCtx } from '#/commands/command.ts';
import { amountIn, entity } from '#/commands/display.ts';
import { lookAt } from '#/commands/looks.ts';
import { afterRow, paged, pageLength, pageOf } from '#/commands/page.ts';
import { channelForStaff } from '#/data/chains.ts';
import type { Tx } from '#/db/database.ts';
import { manilaDayOf, wireDay, wireInstant } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';
import { claimCommands } from './claim/commands.ts';
import { refundCommands } from './refund/commands.ts';
import { reversalCommands } from './reversal/commands.ts';
import { decisionsOf, findUnmatched, suspense } from './suspense/store.ts';
import { decide, type Wish } from './suspense/suspense.ts';
import { waitingSuspense } from './suspense/waiting.ts';
import { transferCommands } from './transfer/commands.ts';
import type { Cases } from './transfer/transfer.ts';

const lookRoles = ['finance', 'support'] as const;
const money = word(idOf('receipt'), 'the id in suspense list', 'id');
const decisionOptions = {
  kind: 'change',
  seenFirst: 'money',
  roles: ['finance'],
  twoPeople: { act: 'suspense', waiting: waitingSuspense },
} as const;

const suspenseCommands: StaffCommand[] = [
  command({
    name: 'suspense list',
    menu: 'Money',
    label: 'List money in suspense',
    about:
      'Lists money with an unknown owner, oldest first: paid with an unknown code, or in another currency. To find a payment, give the code, the amount or the day.',
    examples: [
      'suspense list',
      'suspense list --amount 1500.50 --on 2026-11-20',
      'suspense list --after 019a9f00-0000-7000-8000-000000000001',
    ],
    kind: 'look',
    roles: lookRoles,
    arguments: {
      code: optional(
        option(
          text(v.pipe(v.string(), v.minLength(1), v.maxLength(100))),
          'the code as the payer typed it',
        ),
      ),
      amountCentavos: optional(option(pesos, 'the amount', 'amount')),
      on: optional(option(day, 'the day of the payment')),
      ...afterRow(idOf('receipt')),
    },
    run: async (ctx, tx, filter) => {
      const { page, next } = pageOf(await suspense(tx, filter, pageLength + 1), ({ id }) => id);
      const rows = page.map((row) => ({
        ...shown(row, ctx),
        proposed: row.proposed,
        proposedBy: row.proposed_by,
      }));
      return { data: { money: rows, next } };
    },
    shows: ({ table }) =>
      table(
        (data) => data.money,
        {
          id: (row) => entity('receipt', row.id),
          amount: (row) => amountIn(row.currency, row.amountCentavos),
          code: (row) => row.code,
          channel: (row) => row.channel,
          'at the gateway': (row) => row.gatewayId,
          paid: (row) => row.paidAt,
          days: (row) => row.ageDays,
          proposed: (row) => row.proposed && `${row.proposed} by ${row.proposedBy}`,
        },
        {
          none: 'No such money is in suspense.',
          isWell: (data) => data.money.length === 0,
          ...paged('suspense list'),
        },
      ),
  }),
  command({
    name: 'suspense show',
    menu: 'Money',
    label: 'Show money in suspense',
    about: 'Shows money with an unknown owner, and the decisions about it.',
    examples: ['suspense show 019a9f00-0000-7000-8000-000000000001'],
    kind: 'look',
    roles: lookRoles,
    arguments: { id: money },
    run: show,
    shows: ({ record }) =>
      record(
        ({ money: row }) => [
          ['id', entity('receipt', row.id)],
          ['amount', amountIn(row.currency, row.amountCentavos)],
          ['code', row.code],
          ['channel', row.channel],
          ['gateway', row.gateway],
          ['at the gateway', row.gatewayId],
          ['paid', row.paidAt],
          ['counts from', row.countsOn],
          ['days', row.ageDays],
        ],
        { lines: (data) => data.money.decisions },
      ),
  }),
  command({
    ...decisionOptions,
    name: 'suspense assign',
    menu: 'Money',
    label: 'Assign money to a person',
    about:
      'Assigns money without an owner to a borrower. It pays the bill of the named loan first, then the others, and counts from the day of the payment.',
    examples: [
      'suspense assign 019a9f00-0000-7000-8000-000000000001 09175554103 --reason "receipt seen, case 812"',
      'suspense assign 019a9f00-0000-7000-8000-000000000001 09175554103 --loan 1234567890 --reason "receipt seen, case 812"',
    ],
    arguments: {
      id: money,
      person: word(person, 'the owner'),
      referenceNo: optional(
        option(textLike(/\d{10}/, 'reference'), 'the loan whose bill is paid first', 'loan'),
      ),
    },
    run: async (ctx, tx, { id, person, referenceNo = null }) =>
      await settle(ctx, tx, id, {
        act: 'assign',
        borrowerId: await ctx.borrowerNamed(tx, person),
        referenceNo,
      }),
    after: ({ app }) => app.wake(),
    shows: ({ lines }) =>
      lines(({ money: { outcome } }) =>
        outcome === 'proposed'
          ? 'it is proposed; another person confirms it'
          : 'the money is booked',
      ),
  }),
  command({
    ...decisionOptions,
    name: 'suspense return',
    menu: 'Money',
    label: 'Return money',
    about:
      'Records that money without an owner was sent back outside Sandali. Propose it before you send the money.',
    examples: [
      'suspense return 019a9f00-0000-7000-8000-000000000001 --reason "sent back by BDO transfer 4411"',
    ],
    arguments: { id: money },
    run: async (ctx, tx, { id }) => await settle(ctx, tx, id, { act: 'return' }),
    shows: ({ lines }) =>
      lines(({ money: { outcome } }) =>
        outcome === 'proposed'
          ? 'it is proposed; another person confirms it'
          : 'the money is recorded as sent back',
      ),
  }),
];

/**
 * Returns all staff commands of this slice. `cases` replies to the case that a transfer refers to.
 */
export function repaymentCommands(cases: Cases): StaffCommand[] {
  return [
    ...suspenseCommands,
    ...refundCommands,
    ...reversalCommands,
    ...claimCommands,
    ...transferCommands(cases),
  ];
}

type Row = Pick<
  NonNullable<Awaited<ReturnType<typeof findUnmatched>>>,
  | 'id'
  | 'gateway'
  | 'gateway_payment_id'
  | 'channel'
  | 'code_typed'
  | 'currency'
  | 'amount_centavos'
  | 'paid_at'
  | 'value_on'
>;

function shown(row: Row, { now, app }: StaffCtx) {
  return {
    id: row.id,
    amountCentavos: Number(row.amount_centavos),
    currency: row.currency,
    code: row.code_typed,
    channel: channelForStaff(app.catalogue, row.channel),
    gateway: row.gateway,
    gatewayId: row.gateway_payment_id,
    paidAt: wireInstant(row.paid_at),
    countsOn: wireDay(row.value_on),
    ageDays: row.value_on.until(manilaDayOf(now)).days,
  };
}

async function show(ctx: StaffCtx, tx: Tx, { id }: { id: string }) {
  const look = await lookAt(tx, { kind: 'money', id }, ctx.who);
  const row = await findUnmatched(tx, id);
  if (!row) throw new Declined(`There is no money in suspense with the id ${id}.`);
  const decisions = (await decisionsOf(tx, id)).map((row) => {
    const action =
      row.act === 'assign'
        ? `to ${row.borrower_id}${row.loan_id ? `, loan ${row.loan_id}` : ''}`
        : 'sent back';
    const status = row.confirmed_by
      ? `confirmed by ${row.confirmed_by}`
      : row.state === 'dropped'
        ? 'dropped'
        : 'proposed';
    return `${action} by ${row.proposed_by}, ${status}`;
  });
  return {
    data: { money: { ...shown({ ...row, amount_centavos: row.left_centavos }, ctx), decisions } },
    detail: { receipt: id, ...look },
  };
}

async function settle(ctx: StaffCtx, tx: Tx, id: string, wish: Wish) {
  const { outcome, borrowerId } = await decide(ctx, tx, id, wish);
  return {
    data: { money: { id, outcome, as: wish.act } },
    person: borrowerId,
    detail: { receipt: id, [outcome]: wish.act },
  };
}
