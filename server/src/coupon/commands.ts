// Staff commands for coupons: grant a campaign, list a person's coupons, void a coupon.

import { useStatuses } from '@sandali/contract/coupon.ts';
import { zDay } from '@sandali/contract/day.ts';
import { zCouponId } from '@sandali/contract/id.ts';
import { zCentavos } from '@sandali/contract/money.ts';
import * as v from 'valibot';
import {
  choice,
  day,
  type InputOf,
  naming,
  option,
  optional,
  person,
  pesos,
  text,
  textLike,
  word,
  words,
} from '#/commands/arguments.ts';
import { command, type StaffCommand, type StaffCtx } from '#/commands/command.ts';
import { entity, money } from '#/commands/display.ts';
import type { Tx } from '#/db/database.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { newIdFor } from '#/platform/random.ts';
import { Declined } from '#/platform/refuse.ts';
import { shownCoupon } from './list.ts';
import { type CouponRow, couponsOf } from './parts.ts';
import { insertCoupons, ownerOfCoupon, voidCoupon } from './store.ts';

/** The maximum number of days of a campaign; a longer one is probably a typo. */
const longestDays = 366;

const grantArguments = {
  people: words(person, 'the people', { most: 200, name: 'person' }),
  campaign: option(
    textLike(/[a-z0-9][a-z0-9-]{2,39}/, 'pasko-2026'),
    'the campaign; a person gets one coupon of each',
  ),
  kind: option(
    choice({ fee: 'serviceFee', interest: 'interest' }),
    'the charge that it reduces',
    'off',
  ),
  amountCentavos: option(pesos, 'the discount', 'amount'),
  minimumLoanCentavos: optional(
    option({ ...pesos, schema: zCentavos }, 'the smallest loan that can use it', 'minimum'),
    0,
  ),
  startsOn: optional(
    option({ ...day, schema: v.nullable(zDay) }, 'its first day; today by default', 'from'),
    null,
  ),
  endsOn: option(day, 'its last day', 'until'),
};

export const couponCommands: StaffCommand[] = [
  command({
    name: 'coupon grant',
    menu: 'People',
    label: 'Grant coupons',
    about: 'Grants a coupon to each named person, at most one per campaign.',
    examples: [
      'coupon grant "0917 123 4567" --campaign pasko-2026 --off interest --amount 300 --minimum 60000 --until 2026-12-31 --reason "holiday campaign"',
      'coupon grant 4021938857 --campaign sorry-812 --off fee --amount 150.50 --until 2026-12-31 --reason "late payout, ticket 812"',
    ],
    kind: 'change',
    seenFirst: { notNeeded: 'the person who grants types the people, amount and last day' },
    roles: ['finance', 'manager'],
    arguments: grantArguments,
    run: grant,
    shows: ({ lines }) =>
      lines(
        ({ campaign, given, hadIt }) =>
          `${given} given${hadIt > 0 ? `, ${hadIt} had one of ${campaign} already` : ''}`,
      ),
  }),
  command({
    name: 'coupon list',
    menu: 'People',
    label: 'List coupons',
    about: 'Lists all coupons of a person, with the loans that use them.',
    examples: ['coupon list "0917 123 4567" --reason "asks where the coupon went, ticket 812"'],
    kind: 'look',
    roles: ['finance', 'support', 'manager'],
    aboutPerson: 'reported',
    arguments: { person: word(person, 'the owner') },
    run: async (ctx, tx, { person }) => {
      const borrowerId = await ctx.borrowerNamed(tx, person);
      const rows = await couponsOf(tx, borrowerId);
      const coupons = rows.map((row) => ({
        ...couponForStaff(row),
        grantedFor: row.grant_key,
        grantedBy: row.granted_by,
      }));
      return { data: { coupons }, person: borrowerId };
    },
    shows: ({ table }) =>
      table(
        (data) => data.coupons,
        {
          id: (row) => entity('coupon', row.voucherId),
          'given for': (row) => row.grantedFor,
          off: (row) => row.kind,
          amount: (row) => money(row.discountCentavos),
          from: (row) => row.startDate,
          until: (row) => row.endDate,
          state: (row) => (row.isSetAside ? 'reserved' : (states[row.useStatus] ?? 'void')),
          loan: (row) => row.loanId,
        },
        { none: 'None.' },
      ),
  }),
  command({
    name: 'coupon void',
    menu: 'People',
    label: 'Void a coupon',
    about: 'Voids a coupon that no loan uses. The person sees it as invalid.',
    examples: [
      'coupon void 019a9f00-0000-7000-8000-000000000001 --reason "given by mistake, ticket 812"',
    ],
    kind: 'change',
    seenFirst: { notNeeded: 'only an unused coupon can be voided' },
    roles: ['finance', 'manager'],
    arguments: { id: word(naming('coupon', text(zCouponId)), 'the id in coupon list') },
    run: async ({ now, who }, tx, { id }) => {
      const borrowerId = await ownerOfCoupon(tx, id);
      if (!borrowerId) throw new Declined(`There is no coupon ${id}.`);
      if (!(await voidCoupon(tx, id, { at: now, who }))) {
        throw new Declined('This coupon is void already, or a loan uses it or has reserved it.');
      }
      return { data: { id }, person: borrowerId, detail: { coupon: id } };
    },
    shows: ({ lines }) => lines(({ id }) => `${id} is void`),
  }),
];

const states: Readonly<Record<string, string>> = {
  [useStatuses.unused]: 'unused',
  [useStatuses.used]: 'used',
};

function couponForStaff(row: CouponRow) {
  const { discountAmount: _, ...coupon } = shownCoupon(row);
  return { ...coupon, discountCentavos: Number(row.amount_centavos) };
}

async function grant(ctx: StaffCtx, tx: Tx, input: InputOf<typeof grantArguments>) {
  const { catalogue } = ctx.app;
  const today = manilaDayOf(ctx.now);
  const startsOn = input.startsOn ? Temporal.PlainDate.from(input.startsOn) : today;
  const endsOn = Temporal.PlainDate.from(input.endsOn);
  if (Temporal.PlainDate.compare(endsOn, today) < 0)
    throw new Declined('The last day has passed. Give a later day.');
  if (Temporal.PlainDate.compare(startsOn, endsOn) > 0)
    throw new Declined('The first day is after the last day. Give an earlier first day.');
  if (today.until(endsOn, { largestUnit: 'day' }).days > longestDays)
    throw new Declined(`The last day must be within ${longestDays} days from today.`);
  if (input.minimumLoanCentavos > catalogue.amounts.maximumCentavos) {
    throw new Declined('The minimum is above the largest possible loan. Give a smaller --minimum.');
  }
  const borrowers = new Set<string>();
  for (const person of input.people) borrowers.add(await ctx.borrowerNamed(tx, person));
  const granted = await insertCoupons(
    tx,
    [...borrowers].map((borrowerId) => ({
      id: newIdFor(borrowerId, ctx.now),
      borrowerId,
      grantKey: `campaign ${input.campaign}`,
      occasion: 'campaign',
      kind: input.kind,
      amountCentavos: input.amountCentavos,
      minimumLoanCentavos: input.minimumLoanCentavos,
      startsOn,
      endsOn,
      grantedAt: ctx.now,
      grantedBy: ctx.who,
    })),
  );
  const [only] = borrowers;
  return {
    data: {
      campaign: input.campaign,
      given: granted.length,
      hadIt: borrowers.size - granted.length,
    },
    person: borrowers.size === 1 && only ? only : null,
    detail: {
      campaign: input.campaign,
      kind: input.kind,
      amountCentavos: input.amountCentavos,
      given: granted.length,
    },
  };
}
