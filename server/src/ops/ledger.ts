// Ops: whether the books hold and are what was sealed, and what stands in them.
import { zDay } from '@sandali/contract/day.ts';
import * as v from 'valibot';
import { manilaDayOf, wireDay } from '#/kit/days.ts';
import { books, type TrialBalance, trialBalanceOn, verifyBooks } from '#/ledger/ledger.ts';
import { Declined, type StaffCommand, staffCommand } from './command.ts';

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
    request: v.strictObject({ day: v.optional(zDay), by: v.optional(v.picklist(['booked', 'happened']), 'booked') }),
    run: async ({ now }, tx, { day, by }) => {
      const today = manilaDayOf(now);
      const asked = day ? Temporal.PlainDate.from(day) : today;
      if (Temporal.PlainDate.compare(asked, today) > 0) throw new Declined(`${asked} is still to come.`);
      return { data: shownBalance(await trialBalanceOn(tx, asked, by)), detail: { day: asked.toString(), by } };
    },
  }),
  staffCommand({
    name: 'ledger verify',
    kind: 'look',
    roles: ['finance', 'engineer'],
    request: v.strictObject({
      known: v.optional(v.strictObject({ day: zDay, hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) })),
    }),
    run: async (_ctx, tx, { known }) => {
      const verdict = await verifyBooks(tx, known ? { day: Temporal.PlainDate.from(known.day), hash: known.hash } : null);
      const { head, broken } = verdict;
      const data = {
        ...verdict,
        head: head && { ...head, day: wireDay(head.day) },
        broken: broken && { ...broken, day: wireDay(broken.day) },
      };
      return { data, detail: { days: verdict.days, broken: data.broken?.day ?? null } };
    },
  }),
];

function shownBalance({ day, by, isSealed, accounts }: TrialBalance) {
  return {
    day: wireDay(day),
    by,
    isSealed,
    accounts: accounts.map((one) => ({
      kind: one.kind,
      group: one.group,
      openingCentavos: Number(one.openingCentavos),
      debitCentavos: Number(one.debitCentavos),
      creditCentavos: Number(one.creditCentavos),
      closingCentavos: Number(one.closingCentavos),
    })),
  };
}
