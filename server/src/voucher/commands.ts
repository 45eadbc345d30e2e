// What staff does with coupons: gives them in a campaign, looks at somebody's, makes one void.
import { zDay } from '@sandali/contract/day.ts';
import { zVoucherId } from '@sandali/contract/id.ts';
import { zCentavos, zPositiveCentavos } from '@sandali/contract/money.ts';
import { voucherKinds } from '@sandali/contract/voucher.ts';
import * as v from 'valibot';
import { Declined, type StaffCommand, type StaffCtx, staffCommand, zPerson } from '#/commands/command.ts';
import type { Tx } from '#/db/database.ts';
import { manilaDayOf } from '#/kit/days.ts';
import { newId } from '#/kit/random.ts';
import { shownVoucher } from './show.ts';
import { insertVouchers, ownerOfVoucher, voidVoucher, vouchersOf } from './store.ts';

/** A campaign that runs for longer is a mistake of the keyboard. */
const longestDays = 366;

const zGrant = v.strictObject({
  people: v.pipe(v.array(zPerson), v.minLength(1), v.maxLength(200)),
  campaign: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{2,39}$/)),
  kind: v.picklist(voucherKinds),
  amountCentavos: zPositiveCentavos,
  minimumLoanCentavos: zCentavos,
  startsOn: v.nullable(zDay),
  endsOn: zDay,
});

export const voucherCommands: StaffCommand[] = [
  staffCommand({ name: 'voucher grant', kind: 'change', roles: ['finance'], request: zGrant, run: grant }),
  staffCommand({
    name: 'voucher list',
    kind: 'look',
    roles: ['finance', 'support'],
    isAboutPerson: true,
    request: v.strictObject({ person: zPerson }),
    run: async (ctx, tx, { person }) => {
      const borrowerId = await ctx.borrowerNamed(tx, person);
      const rows = await vouchersOf(tx, borrowerId);
      const vouchers = rows.map((row) => ({ ...shownVoucher(row), grantedFor: row.grant_key, grantedBy: row.granted_by }));
      return { data: { vouchers }, subject: borrowerId };
    },
  }),
  staffCommand({
    name: 'voucher void',
    kind: 'change',
    roles: ['finance'],
    request: v.strictObject({ id: zVoucherId }),
    run: async ({ now, who }, tx, { id }) => {
      const borrowerId = await ownerOfVoucher(tx, id);
      if (!borrowerId) throw new Declined(`There is no coupon ${id}.`);
      if (!(await voidVoucher(tx, id, { at: now, who }))) {
        throw new Declined('This coupon is void already, or a loan uses it or has it set aside.');
      }
      return { data: { id }, subject: borrowerId, detail: { voucher: id } };
    },
  }),
];

async function grant(ctx: StaffCtx, tx: Tx, input: v.InferOutput<typeof zGrant>) {
  const { catalogue } = ctx.house;
  const today = manilaDayOf(ctx.now);
  const startsOn = input.startsOn ? Temporal.PlainDate.from(input.startsOn) : today;
  const endsOn = Temporal.PlainDate.from(input.endsOn);
  if (Temporal.PlainDate.compare(endsOn, today) < 0) throw new Declined('The last day has passed. Give a day that is still to come.');
  if (Temporal.PlainDate.compare(startsOn, endsOn) > 0) throw new Declined('The first day lies after the last one.');
  if (today.until(endsOn, { largestUnit: 'day' }).days > longestDays) throw new Declined(`A coupon ends within ${longestDays} days.`);
  if (input.minimumLoanCentavos > catalogue.amounts.maximumCentavos) {
    throw new Declined('No loan is as large as the smallest one that this coupon asks for.');
  }
  const borrowers = new Set<string>();
  for (const person of input.people) borrowers.add(await ctx.borrowerNamed(tx, person));
  const given = await insertVouchers(
    tx,
    [...borrowers].map((borrowerId) => ({
      id: newId(ctx.now),
      borrowerId,
      grantKey: `campaign ${input.campaign}`,
      campaign: 'campaign',
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
    ...(borrowers.size === 1 && only ? { subject: only } : {}),
    detail: { campaign: input.campaign, kind: input.kind, amountCentavos: input.amountCentavos, given: given.length },
  };
}
