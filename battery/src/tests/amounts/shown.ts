// Reads the amounts that responses show for a bill on a day, and computes the expected amounts in a
// loop over days.

import { billStatement } from '@sandali/contract/accountStatement.ts';
import type { BillRow } from '@sandali/contract/bill.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { calendarQuery } from '@sandali/contract/calendar.ts';
import type { AnyCall, Call, DataOf } from '@sandali/contract/call.ts';
import { addDays, asDay, type Day } from '@sandali/contract/day.ts';
import { renewCal } from '@sandali/contract/extension.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { billList } from '@sandali/contract/loan.ts';
import { repaymentChannelList, repaymentStatus } from '@sandali/contract/repayment.ts';
import type { BorrowerCtx } from '@sandali/server/context/ctx.ts';
import type { BillFacts } from '@sandali/server/loan/rules/bill.ts';
import { type SlowEvent, slowOwed } from '@sandali/server/loan/rules/slow.testing.ts';
import { answerServed } from '@sandali/server/testing/answer.ts';
import { askedBy, type Debtor } from '#/debtors.ts';
import type { OpenServer } from '#/server.ts';

/** A borrower's bill and its events. */
export type Life = { debtor: Debtor; facts: BillFacts; events: SlowEvent[]; codeId: string | null };
/** An amount in a response, its place in the response, and the expected amount. */
export type Figure = { where: string; shown: number; expected: number };
export type Shown = { figures: Figure[]; row: BillRow; renewal: DataOf<typeof renewCal> | null };

/** Returns the amount owed at the end of the given day if the events in `more` happen as well. */
export function owedOn({ facts, events }: Life, on: Day, more: SlowEvent[] = []): number {
  const { late, interest, principal } = slowOwed(facts, [...events, ...more], on);
  return late + interest + principal;
}

/** Makes every read call that shows an amount of this bill. */
export async function readAll(open: OpenServer, life: Life, today: Day): Promise<Shown> {
  const { borrowerId, loanId } = life.debtor;
  const ctx = await askedBy(open, borrowerId);
  const [home, list, detail, statement, calendar] = [
    await ask(open, ctx, userMulti, {}),
    await ask(open, ctx, billList, {}),
    await ask(open, ctx, billDetail, { loanId }),
    await ask(open, ctx, billStatement, { fromOn: null, toOn: null }),
    await ask(open, ctx, calendarQuery, {}),
  ];
  const answers: Record<string, unknown> = { home, list, detail, calendar };
  const figures = figuresOf(life, today, detail);
  let renewal: DataOf<typeof renewCal> | null = null;
  if (list.open.length > 0) {
    const { part, extension, ...ways } = await ask(open, ctx, renewCal, { loanId });
    renewal = { part, extension, ...ways };
    answers.renew = ways;
    answers.channels = await ask(open, ctx, repaymentChannelList, { loanId });
    const pay = part && { on: today, pay: part.leastCentavos };
    const extend = extension && {
      on: today,
      extend: { lastFreeOn: extension.lastFreeDay, paid: extension.totalCentavos },
    };
    if (part && pay)
      figures.push({
        where: 'renew.part',
        shown: part.dueAfter.owedCentavos,
        expected: owedOn(life, part.dueAfter.on, [pay]),
      });
    if (extension && extend) {
      const { owedCentavos, on } = extension.dueAfter;
      figures.push({
        where: 'renew.extension',
        shown: owedCentavos,
        expected: owedOn(life, on, [extend]),
      });
    }
    figures.push({
      where: 'statement',
      shown: statement.owedCentavos ?? -1,
      expected: owedOn(life, today),
    });
  }
  if (life.codeId)
    answers.code = (
      await ask(open, ctx, repaymentStatus, { repaymentId: life.codeId as never })
    ).bill;
  for (const [where, answer] of Object.entries(answers)) {
    for (const { path, owedCentavos, on } of duesIn(answer, where)) {
      figures.push({ where: `${path} by ${on}`, shown: owedCentavos, expected: owedOn(life, on) });
    }
    for (const { path, saved, row } of savingsIn(answer, where)) {
      const expected = row.nextDue ? owedOn(life, row.nextDue.on) - owedOn(life, today) : 0;
      figures.push({ where: path, shown: saved, expected: Math.max(0, expected) });
    }
  }
  return { figures, row: detail.bill, renewal };
}

/** Returns the components of the amount owed today, and the increase tomorrow. */
function figuresOf(life: Life, today: Day, detail: DataOf<typeof billDetail>): Figure[] {
  const { facts, events } = life;
  const now = slowOwed(facts, events, today);
  return [
    { where: 'detail.principal', shown: detail.principalDueCentavos, expected: now.principal },
    { where: 'detail.interest', shown: detail.interestDueCentavos, expected: now.interest },
    { where: 'detail.late', shown: detail.overdueFeeCentavos, expected: now.late },
    { where: 'detail.charges', shown: detail.chargesSoFarCentavos, expected: now.charges },
    {
      where: 'detail.tomorrow',
      shown: detail.tomorrowCentavos,
      expected: owedOn(life, addDays(today, 1)) - owedOn(life, today),
    },
  ];
}

type Due = { owedCentavos: number; on: Day };

/** Returns every amount with a due date in a response, at any depth. */
function duesIn(answer: unknown, path: string): (Due & { path: string })[] {
  if (answer === null || typeof answer !== 'object') return [];
  if ('owedCentavos' in answer && 'on' in answer) return [{ ...(answer as Due), path }];
  return Object.entries(answer).flatMap(([key, inner]) => duesIn(inner, `${path}.${key}`));
}

type Saving = { path: string; saved: number; row: { nextDue: Due | null } };

/** Returns each saving that a response offers for paying today, with the bill's row. */
function savingsIn(answer: unknown, path: string): Saving[] {
  if (answer === null || typeof answer !== 'object') return [];
  const inside = Object.entries(answer).flatMap(([key, inner]) =>
    savingsIn(inner, `${path}.${key}`),
  );
  if (!('savedIfPaidTodayCentavos' in answer) || !('nextDue' in answer)) return inside;
  return [
    ...inside,
    {
      path: `${path}.saved`,
      saved: answer.savedIfPaidTodayCentavos as number,
      row: answer as unknown as Saving['row'],
    },
  ];
}

// biome-ignore lint/suspicious/noExplicitAny: any call may be made
type SomeCall = Call<any, any, any>;

/** Returns the response to a read call, as the router returns it. */
async function ask<C extends SomeCall>(
  { app }: OpenServer,
  ctx: BorrowerCtx,
  call: C,
  input: object,
): Promise<DataOf<C>> {
  const served = app.served.find((handler) => handler.call === (call as unknown as AnyCall));
  if (served?.call.kind !== 'read') throw new Error(`${call.path} is not a read`);
  return (await answerServed(served, ctx, input)) as DataOf<C>;
}

const reminderDays: Record<string, number> = {
  reminderSoon: 3,
  reminderTomorrow: 1,
  reminderToday: 0,
  reminderOverdue: 0,
};

/**
 * Returns the amount and day that each reminder for `today` names.
 * @throws if a reminder does not name a day
 */
export async function remindersOf(
  { app: { context } }: OpenServer,
  today: Day,
): Promise<{ borrowerId: string; shown: number; on: Day }[]> {
  const from = Temporal.PlainDate.from(today).toZonedDateTime('Asia/Manila').toInstant();
  const rows = await context.db
    .selectFrom('messages')
    .select(['id', 'borrower_id', 'kind', 'text_sealed'])
    .where('kind', 'in', Object.keys(reminderDays))
    .where('queued_at', '>=', from)
    .execute();
  return rows.map(({ id, borrower_id, kind, text_sealed }) => {
    const text = context.sealer.open('message', id, text_sealed).toString();
    const on = addDays(today, reminderDays[kind] ?? 0);
    const [, pesos = ''] = /₱([\d,]+\.\d\d)/.exec(text) ?? [];
    const day = Temporal.PlainDate.from(on).toLocaleString('en-GB', {
      day: 'numeric',
      month: 'short',
    });
    if (kind !== 'reminderOverdue' && !text.includes(day))
      throw new Error(`“${text}” does not name ${day}`);
    if (kind === 'reminderOverdue' && !/today it is ₱/.test(text))
      throw new Error(`“${text}” does not name the day of its amount`);
    return {
      borrowerId: borrower_id ?? '',
      shown: Number(pesos.replaceAll(/[,.]/g, '')),
      on: asDay(on),
    };
  });
}
