// What staff sees of money whose owner is not known, and how two people decide of it.

import { zDay } from '@sandali/contract/day.ts';
import { centavos, formatPesos, zPositiveCentavos } from '@sandali/contract/money.ts';
import * as v from 'valibot';
import { Declined, type StaffAnswer, type StaffCommand, type StaffCtx, staffCommand, zPerson } from '#/commands/command.ts';
import { channelForStaff } from '#/data/chains.ts';
import type { Tx } from '#/db/database.ts';
import { manilaDayOf, wireDay, wireInstant } from '#/kit/days.ts';
import { decisionsOf, findUnmatched, suspense } from './suspense.store.ts';
import { decide, type Wish } from './suspense.ts';
import type { Cases } from './transfer.ts';
import { transferCommands } from './transfer-commands.ts';

const roles = ['finance'] as const;
const listLength = 200;
const zId = v.pipe(v.string(), v.uuid());

const suspenseCommands: StaffCommand[] = [
  staffCommand({
    name: 'suspense list',
    kind: 'look',
    roles: ['finance', 'support'],
    request: v.strictObject({
      code: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(100))),
      amountCentavos: v.optional(zPositiveCentavos),
      on: v.optional(zDay),
    }),
    run: async (ctx, tx, sought) => {
      const rows = await suspense(tx, sought, listLength);
      return { data: { money: rows.map((row) => ({ ...shown(row, ctx), proposed: row.proposed, proposedBy: row.proposed_by })) } };
    },
  }),
  staffCommand({
    name: 'suspense show',
    kind: 'look',
    roles: ['finance', 'support'],
    request: v.strictObject({ id: zId }),
    run: show,
  }),
  staffCommand({
    name: 'suspense assign',
    kind: 'change',
    roles,
    request: v.strictObject({ id: zId, person: zPerson, referenceNo: v.optional(v.pipe(v.string(), v.regex(/^\d{10}$/))) }),
    run: async (ctx, tx, { id, person, referenceNo = null }) =>
      await settle(ctx, tx, id, { act: 'assign', borrowerId: await ctx.borrowerNamed(tx, person), referenceNo }),
    after: ({ house }) => house.wake(),
  }),
  staffCommand({
    name: 'suspense return',
    kind: 'change',
    roles,
    request: v.strictObject({ id: zId }),
    run: async (ctx, tx, { id }) => await settle(ctx, tx, id, { act: 'return' }),
  }),
];

/** All commands over money that came; `cases` is what customer service has to do with transfers. */
export function repaymentCommands(cases: Cases): StaffCommand[] {
  return [...suspenseCommands, ...transferCommands(cases)];
}

type Row = Pick<
  NonNullable<Awaited<ReturnType<typeof findUnmatched>>>,
  'id' | 'gateway' | 'gateway_payment_id' | 'channel' | 'code_typed' | 'currency' | 'amount_centavos' | 'paid_at' | 'value_on'
>;

function shown(row: Row, { now, house }: StaffCtx) {
  const amount = formatPesos(centavos(row.amount_centavos));
  return {
    id: row.id,
    // The peso sign belongs to pesos alone.
    amount: row.currency === 'PHP' ? amount : `${amount.slice(1)} ${row.currency}`,
    code: row.code_typed,
    channel: channelForStaff(house.catalogue, row.channel),
    gateway: row.gateway,
    gatewayId: row.gateway_payment_id,
    paidAt: wireInstant(row.paid_at),
    countsOn: wireDay(row.value_on),
    ageDays: row.value_on.until(manilaDayOf(now)).days,
  };
}

async function show(ctx: StaffCtx, tx: Tx, { id }: { id: string }): Promise<StaffAnswer> {
  const row = await findUnmatched(tx, id);
  if (!row) throw new Declined(`There is no money in suspense with the id ${id}.`);
  const said = (await decisionsOf(tx, id)).map((one) => {
    const what = one.act === 'assign' ? `to ${one.borrower_id}${one.loan_id ? `, loan ${one.loan_id}` : ''}` : 'sent back';
    const how = one.confirmed_by ? `confirmed by ${one.confirmed_by}` : one.state === 'dropped' ? 'dropped' : 'proposed';
    return `${what} by ${one.proposed_by}, ${how}`;
  });
  return { data: { money: { ...shown(row, ctx), said } }, detail: { receipt: id } };
}

async function settle(ctx: StaffCtx, tx: Tx, id: string, wish: Wish): Promise<StaffAnswer> {
  const { outcome, borrowerId } = await decide(ctx, tx, id, wish);
  return {
    data: { money: { id, outcome, as: wish.act } },
    ...(borrowerId && { subject: borrowerId }),
    detail: { receipt: id, [outcome]: wish.act },
  };
}
