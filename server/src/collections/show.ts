// One bill of the call list, with what a collector needs for the call.
import { addDays } from '@sandali/contract/day.ts';
import { owed } from '@sandali/contract/owed.ts';
import { formatMobile, type MobileNumber } from '@sandali/contract/phone.ts';
import { peopleOf } from '#/account/account.ts';
import type { StaffCtx } from '#/commands/command.ts';
import { inPesos } from '#/commands/display.ts';
import { greetingOf } from '#/commands/greeting.ts';
import { maskName, maskPhone } from '#/commands/mask.ts';
import type { Read } from '#/db/database.ts';
import { type BillView, viewBills } from '#/loan/loan.ts';
import { manilaDayOf, todayOf, wireDay, wireInstant } from '#/platform/days.ts';
import { Declined, invariant } from '#/platform/refuse.ts';
import { callingOf } from './calling.ts';
import { ownerOf } from './owners.store.ts';
import { firstCountedDay } from './rules.ts';
import * as store from './store.ts';

const callsShown = 20;

/**
 * Returns an open bill: today's and tomorrow's arithmetic, promises, calls, whether a call is
 * allowed, what to say, and what a new promise must be.
 * @throws Declined if the loan has no open bill
 */
export async function showBill(ctx: StaffCtx, tx: Read, reference: string) {
  const { app, now } = ctx;
  const person = await ctx.borrowerNamed(tx, reference);
  const [bill] = await viewBills(tx, person, { referenceNo: reference }, todayOf(now));
  if (!bill) throw new Declined('This loan has no bill: its money has not arrived.');
  if (bill.ending) throw new Declined(`This bill is already ${bill.ending}.`);
  const day = manilaDayOf(now);
  const rules = app.rulesOn(day);
  const owner = await ownerOf(tx, bill.shown.loanId, day);
  const called = await store.callsSince(tx, [person], firstCountedDay(day));
  const ofWeek = called.get(person) ?? [];
  const calls = await store.newestCalls(tx, person, callsShown);
  const calling = callingOf(bill, now, ofWeek, rules);
  const { promise, ...amounts } = moneyOf(bill, rules.planDays);
  const { name, phone } = await whoOf(ctx, tx, person);
  return {
    person,
    data: {
      reference,
      person,
      name,
      phone,
      ...amounts,
      promise,
      promises: bill.promises(),
      owner: owner ? { by: owner.by, until: wireDay(owner.untilOn) } : null,
      calling: {
        ...calling,
        hours: { first: rules.callFirstHour, until: rules.callLastHour + 1 },
        leftToday: Math.max(0, rules.callsADay - calling.callsToday),
        leftThisWeek: Math.max(0, rules.callsAWeek - ofWeek.length),
      },
      calls: calls.map((call) => ({
        at: wireInstant(call.called_at),
        by: call.called_by,
        outcome: call.outcome,
      })),
      script: await scriptOf(ctx, name, amounts),
    },
  };
}

async function whoOf({ app, mask }: StaffCtx, tx: Read, person: string) {
  const account = (await peopleOf(tx, app.sealer, [person])).get(person);
  invariant(account, 'the borrower of an open bill has an account');
  const phone = mask.over('phone', account.phone, maskPhone);
  return {
    name: mask.over('name', account.name, maskName),
    phone: phone === account.phone ? formatMobile(phone as MobileNumber) : phone,
  };
}

/** Returns what the bill owes today and tomorrow, and what a new promise must be. */
function moneyOf({ shown, facts, ...bill }: BillView, planDays: number) {
  const today = shown.currentDue.on;
  const tomorrow = addDays(today, 1);
  const { principalCentavos, interestCentavos, lateCentavos, totalCentavos } = owed(facts, today);
  return {
    dueOn: shown.dueOn,
    lastFreeDay: shown.lastFreeDay,
    days: shown.overdueDays,
    owed: { on: today, principalCentavos, interestCentavos, lateCentavos, totalCentavos },
    tomorrow: { on: tomorrow, totalCentavos: owed(facts, tomorrow).totalCentavos },
    lentCentavos: facts.principalCentavos,
    paidCentavos: shown.paidCentavos,
    promised: shown.promised,
    promise: bill.promiseTerms(planDays),
  };
}

type Amounts = Pick<ReturnType<typeof moneyOf>, 'owed' | 'tomorrow'>;

/** Returns what to say, and what a collector must not say (SEC MC 18 s.2019). */
async function scriptOf({ app, who }: StaffCtx, name: string | null, { owed, tomorrow }: Amounts) {
  return [
    await greetingOf(app, who, name),
    'If somebody else answers, say only that you will call again. Tell nobody else about the loan.',
    `“Your loan owes ${inPesos(owed.totalCentavos)} today. Tomorrow it is ${inPesos(tomorrow.totalCentavos)}. When can you pay?”`,
    'Threaten nothing: no arrest, no visit, no list of names, no call to family or work.',
    'If they ask not to be called, stop, and log the call as refused.',
  ];
}

export type BillShown = Awaited<ReturnType<typeof showBill>>['data'];
