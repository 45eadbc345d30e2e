// Ops: whether the books hold and are what was sealed, and what stands in them, in all and of one person.
import { type Day, zDay } from '@sandali/contract/day.ts';
import { statementPeriod } from '@sandali/contract/statement.ts';
import * as v from 'valibot';
import { Declined, type StaffCommand, staffCommand, zPerson } from '#/commands/command.ts';
import { manilaDayOf, wireDay } from '#/kit/days.ts';
import { books, type TrialBalance, trialBalanceOn, verifyBooks } from '#/ledger/ledger.ts';
import { readStatement, todayOf } from '#/loan/loan.ts';

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
    name: 'ledger statement',
    kind: 'look',
    roles: ['finance', 'support'],
    isAboutPerson: true,
    request: v.strictObject({ person: zPerson, fromOn: v.optional(v.nullable(zDay), null), toOn: v.optional(v.nullable(zDay), null) }),
    run: async ({ now, borrowerNamed }, tx, { person, ...asked }) => {
      const today = todayOf(now);
      const borrowerId = await borrowerNamed(tx, person);
      const period = statementPeriod(asked, today);
      if (!period) throw new Declined('A period begins on or before its last day, ends by today and is a year at most.');
      return { data: { borrowerId, period, today }, subject: borrowerId, detail: { ...period } };
    },
    // Outside the transaction, because it reads in one of its own.
    answer: async ({ house }, asked) => {
      const { borrowerId, period, today } = asked as { borrowerId: string; period: { fromOn: Day; toOn: Day }; today: Day };
      return await readStatement(house.db, borrowerId, period, today);
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
