// What staff does with coupons: gives them in a campaign, looks at somebody's, makes one void.

import { useStatuses } from '@sandali/contract/coupon.ts';
import { zDay } from '@sandali/contract/day.ts';
import { zCouponId } from '@sandali/contract/id.ts';
import { zCentavos } from '@sandali/contract/money.ts';
import * as v from 'valibot';
import {
  choice,
  day,
  type InputOf,
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
import type { Tx } from '#/db/database.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { newId } from '#/platform/random.ts';
import { Declined } from '#/platform/refuse.ts';
import { shownCoupon } from './list.ts';
import { couponsOf, insertCoupons, ownerOfCoupon, voidCoupon } from './store.ts';

/** A campaign that runs for longer is a mistake of the keyboard. */
const longestDays = 366;

const grantArguments = {
  people: words(person, 'to whom', { most: 200, name: 'person' }),
  campaign: option(
    textLike(/[a-z0-9][a-z0-9-]{2,39}/, 'pasko-2026'),
    'nobody gets two coupons of one campaign',
  ),
  kind: option(
    choice({ fee: 'serviceFee', interest: 'interest' }),
    'what it takes something off',
    'off',
  ),
  amountCentavos: option(pesos, 'how much', 'amount'),
  minimumLoanCentavos: optional(
    option({ ...pesos, schema: zCentavos }, 'the smallest loan that it is for', 'minimum'),
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
    about: 'Gives a coupon to each person named. Nobody gets one of a campaign twice.',
    examples: [
      'coupon grant "0917 123 4567" --campaign pasko-2026 --off interest --amount 300 --minimum 60000 --until 2026-12-31 --reason "holiday campaign"',
      'coupon grant 4021938857 --campaign sorry-812 --off fee --amount 150.50 --until 2026-12-31 --reason "late payout, ticket 812"',
    ],
    kind: 'change',
    seenFirst: { notNeeded: 'whoever grants types whom, how much and until when' },
    roles: ['finance'],
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
    about: 'Lists every coupon that a person ever got, with the loan that uses it.',
    examples: ['coupon list "0917 123 4567" --reason "asks where the coupon went, ticket 812"'],
    kind: 'look',
    roles: ['finance', 'support'],
    aboutPerson: 'reported',
    arguments: { person: word(person, 'whose') },
    run: async (ctx, tx, { person }) => {
      const borrowerId = await ctx.borrowerNamed(tx, person);
      const rows = await couponsOf(tx, borrowerId);
      const coupons = rows.map((row) => ({
        ...shownCoupon(row),
        grantedFor: row.grant_key,
        grantedBy: row.granted_by,
      }));
      return { data: { coupons }, person: borrowerId };
    },
    shows: ({ table }) =>
      table(
        (data) => data.coupons,
        {
          id: (one) => one.voucherId,
          'given for': (one) => one.grantedFor,
          off: (one) => one.kind,
          pesos: (one) => one.discountAmount,
          from: (one) => one.startDate,
          until: (one) => one.endDate,
          state: (one) => (one.isSetAside ? 'set aside' : (states[one.useStatus] ?? 'void')),
          loan: (one) => one.loanId,
        },
        { none: 'None.' },
      ),
  }),
  command({
    name: 'coupon void',
    about: 'Makes a coupon void that no loan uses. The person sees it among the invalid ones.',
    examples: [
      'coupon void 019a9f00-0000-7000-8000-000000000001 --reason "given by mistake, ticket 812"',
    ],
    kind: 'change',
    seenFirst: { notNeeded: 'only a coupon that is not used can be made void' },
    roles: ['finance'],
    arguments: { id: word(text(zCouponId), 'the coupon, as coupon list shows it') },
    run: async ({ now, who }, tx, { id }) => {
      const borrowerId = await ownerOfCoupon(tx, id);
      if (!borrowerId) throw new Declined(`There is no coupon ${id}.`);
      if (!(await voidCoupon(tx, id, { at: now, who }))) {
        throw new Declined('This coupon is void already, or a loan uses it or has it set aside.');
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

async function grant(ctx: StaffCtx, tx: Tx, input: InputOf<typeof grantArguments>) {
  const { catalogue } = ctx.app;
  const today = manilaDayOf(ctx.now);
  const startsOn = input.startsOn ? Temporal.PlainDate.from(input.startsOn) : today;
  const endsOn = Temporal.PlainDate.from(input.endsOn);
  if (Temporal.PlainDate.compare(endsOn, today) < 0)
    throw new Declined('The last day has passed. Give a day that is still to come.');
  if (Temporal.PlainDate.compare(startsOn, endsOn) > 0)
    throw new Declined('The first day is after the last one.');
  if (today.until(endsOn, { largestUnit: 'day' }).days > longestDays)
    throw new Declined(`A coupon ends within ${longestDays} days.`);
  if (input.minimumLoanCentavos > catalogue.amounts.maximumCentavos) {
    throw new Declined('No loan is as large as the smallest one that this coupon asks for.');
  }
  const borrowers = new Set<string>();
  for (const person of input.people) borrowers.add(await ctx.borrowerNamed(tx, person));
  const given = await insertCoupons(
    tx,
    [...borrowers].map((borrowerId) => ({
      id: newId(ctx.now),
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
    data: { campaign: input.campaign, given: given.length, hadIt: borrowers.size - given.length },
    person: borrowers.size === 1 && only ? only : null,
    detail: {
      campaign: input.campaign,
      kind: input.kind,
      amountCentavos: input.amountCentavos,
      given: given.length,
    },
  };
}
