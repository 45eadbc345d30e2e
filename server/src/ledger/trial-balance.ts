// A day's trial balance, computed from the totals of chained days and the lines of later days.
import { sql } from 'kysely';
import type { Read } from '#/db/database.ts';
import { readHead } from './chain-days.store.ts';
import { type AccountGroup, type AccountKind, chart } from './chart.ts';
import { movements } from './day-totals.ts';

/**
 * `booked` uses the booked day, whose figures are final once the day is chained. `happened` uses
 * the day of the event, as a bank's statement does; late reports can still change its figures.
 */
export type BooksBy = 'booked' | 'happened';

export type TrialBalance = {
  day: Temporal.PlainDate;
  by: BooksBy;
  /** Whether the figures are final because the day is chained. */
  isChained: boolean;
  /**
   * Every account kind, in the chart's order. Opening and closing balances are signed, with debits
   * positive.
   */
  accounts: {
    kind: AccountKind;
    group: AccountGroup;
    openingCentavos: bigint;
    debitCentavos: bigint;
    creditCentavos: bigint;
    closingCentavos: bigint;
  }[];
};

type Sums = { kind: string; opening: bigint; debit: bigint; credit: bigint };

/** Returns a Manila day's opening balance, movements and closing balance per kind of account. */
export async function trialBalanceOn(
  read: Read,
  day: Temporal.PlainDate,
  by: BooksBy,
): Promise<TrialBalance> {
  const on = sql.ref(by === 'booked' ? 'm.booked_on' : 'm.business_on');
  const [head, { rows }] = await Promise.all([
    readHead(read),
    sql<Sums>`select m.kind,
      coalesce(sum(m.debit - m.credit) filter (where ${on} < ${day}), 0)::int8 as opening,
      coalesce(sum(m.debit) filter (where ${on} = ${day}), 0)::int8 as debit,
      coalesce(sum(m.credit) filter (where ${on} = ${day}), 0)::int8 as credit
      from ${await movements(read)} m where ${on} <= ${day} group by m.kind`.execute(read),
  ]);
  const accounts = (Object.keys(chart) as AccountKind[]).map((kind) => {
    const { opening, debit, credit } = rows.find((row) => row.kind === kind) ?? {
      opening: 0n,
      debit: 0n,
      credit: 0n,
    };
    return {
      kind,
      group: chart[kind].group,
      openingCentavos: opening,
      debitCentavos: debit,
      creditCentavos: credit,
      closingCentavos: opening + debit - credit,
    };
  });
  const isChained =
    by === 'booked' &&
    head.chainedTo !== null &&
    Temporal.PlainDate.compare(day, head.chainedTo) <= 0;
  return { day, by, isChained, accounts };
}
