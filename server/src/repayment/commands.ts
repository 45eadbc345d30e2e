// What staff sees of money whose owner is not known, and how two people decide of it.

import { centavos, formatPesos } from '@sandali/contract/money.ts';
import * as v from 'valibot';
import {
  day,
  id,
  option,
  optional,
  person,
  pesos,
  text,
  textLike,
  word,
} from '#/commands/arguments.ts';
import { command, type StaffCommand, type StaffCtx, type Waiting } from '#/commands/command.ts';
import { lookAt } from '#/commands/looks.ts';
import { channelForStaff } from '#/data/chains.ts';
import type { Read, Tx } from '#/db/database.ts';
import { manilaDayOf, wireDay, wireInstant } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';
import { claimCommands } from './claim/commands.ts';
import { reversalCommands } from './reversal/commands.ts';
import { decisionsOf, findUnmatched, openDecisions, suspense } from './suspense/store.ts';
import { decide, type Wish } from './suspense/suspense.ts';
import { transferCommands } from './transfer/commands.ts';
import type { Cases } from './transfer/transfer.ts';

const listLength = 200;
const seers = ['finance', 'support'] as const;
const money = word(id, 'the money, as suspense list shows it', 'id');
const settled = {
  kind: 'change',
  seenFirst: 'money',
  roles: ['finance'],
  twoPeople: { act: 'suspense', waiting },
} as const;

const suspenseCommands: StaffCommand[] = [
  command({
    name: 'suspense list',
    about:
      'Lists money whose owner is not known, the oldest first: of a code that nobody has, or in another currency. A complaint is found by the code, the amount or the day on which it was paid.',
    examples: ['suspense list', 'suspense list --amount 1500.50 --on 2026-11-20'],
    kind: 'look',
    roles: seers,
    arguments: {
      code: optional(
        option(
          text(v.pipe(v.string(), v.minLength(1), v.maxLength(100))),
          'the code as it was typed',
        ),
      ),
      amountCentavos: optional(option(pesos, 'the amount', 'amount')),
      on: optional(option(day, 'the day on which it was paid')),
    },
    run: async (ctx, tx, sought) => {
      const rows = await suspense(tx, sought, listLength);
      return {
        data: {
          money: rows.map((row) => ({
            ...shown(row, ctx),
            proposed: row.proposed,
            proposedBy: row.proposed_by,
          })),
        },
      };
    },
    shows: ({ table }) =>
      table(
        (data) => data.money,
        {
          id: (one) => one.id,
          amount: (one) => one.amount,
          code: (one) => one.code,
          channel: (one) => one.channel,
          'at the gateway': (one) => one.gatewayId,
          paid: (one) => one.paidAt,
          days: (one) => one.ageDays,
          proposed: (one) => one.proposed && `${one.proposed} by ${one.proposedBy}`,
        },
        { none: 'No such money is in suspense.', isWell: (data) => data.money.length === 0 },
      ),
  }),
  command({
    name: 'suspense show',
    about: 'Shows money that came without an owner, and what people have decided of it.',
    examples: ['suspense show 019a9f00-0000-7000-8000-000000000001'],
    kind: 'look',
    roles: seers,
    arguments: { id: money },
    run: show,
    shows: ({ record }) =>
      record(({ money: { said: _, ...one } }) => one, { lines: (data) => data.money.said }),
  }),
  command({
    ...settled,
    name: 'suspense assign',
    about:
      'Gives money without an owner to a borrower: to the bill of the named loan first, then like every payment, counted on the day on which it was paid.',
    examples: [
      'suspense assign 019a9f00-0000-7000-8000-000000000001 09175554103 --reason "receipt seen, case 812"',
      'suspense assign 019a9f00-0000-7000-8000-000000000001 09175554103 --loan 1234567890 --reason "receipt seen, case 812"',
    ],
    arguments: {
      id: money,
      person: word(person, 'whose it is'),
      referenceNo: optional(
        option(textLike(/\d{10}/, 'reference'), 'the loan whose bill comes first', 'loan'),
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
    ...settled,
    name: 'suspense return',
    about:
      'Notes that money without an owner was sent back, outside of this program; it is proposed before it is sent.',
    examples: [
      'suspense return 019a9f00-0000-7000-8000-000000000001 --reason "sent back by BDO transfer 4411"',
    ],
    arguments: { id: money },
    run: async (ctx, tx, { id }) => await settle(ctx, tx, id, { act: 'return' }),
    shows: ({ lines }) =>
      lines(({ money: { outcome } }) =>
        outcome === 'proposed'
          ? 'it is proposed; another person confirms it'
          : 'the money is noted as sent back',
      ),
  }),
];

/** All commands over money that came; `cases` is what customer service has to do with transfers. */
export function repaymentCommands(cases: Cases): StaffCommand[] {
  return [...suspenseCommands, ...reversalCommands, ...claimCommands, ...transferCommands(cases)];
}

async function waiting(read: Read): Promise<Waiting[]> {
  return (await openDecisions(read)).map((one) => ({
    id: one.id,
    confirmedBy: `suspense ${one.act}`,
    what: `${one.receipt_id}, ${amountOf(one)}${one.borrower_id ? `, to ${one.borrower_id}` : ''}`,
  }));
}

/** The peso sign belongs to pesos alone. */
function amountOf({
  currency,
  amount_centavos,
}: {
  currency: string;
  amount_centavos: bigint;
}): string {
  const amount = formatPesos(centavos(amount_centavos));
  return currency === 'PHP' ? amount : `${amount.slice(1)} ${currency}`;
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
    amount: amountOf(row),
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
  const look = await lookAt(tx, { what: 'money', id }, ctx.who);
  const row = await findUnmatched(tx, id);
  if (!row) throw new Declined(`There is no money in suspense with the id ${id}.`);
  const said = (await decisionsOf(tx, id)).map((one) => {
    const what =
      one.act === 'assign'
        ? `to ${one.borrower_id}${one.loan_id ? `, loan ${one.loan_id}` : ''}`
        : 'sent back';
    const how = one.confirmed_by
      ? `confirmed by ${one.confirmed_by}`
      : one.state === 'dropped'
        ? 'dropped'
        : 'proposed';
    return `${what} by ${one.proposed_by}, ${how}`;
  });
  return {
    data: { money: { ...shown({ ...row, amount_centavos: row.left_centavos }, ctx), said } },
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
