// The trial balance of a day, from entries alone.
import { sql } from 'kysely';
import type { Read } from '#/db/database.ts';
import { readHead } from './chain-days.store.ts';
import { type AccountGroup, type AccountKind, chart } from './chart.ts';

/**
 * Which day counts. `booked` is the day in whose books an entry is: after that day is chained its figures never change, so reports and auditors use
 * them. `happened` is the day of the event, which is compared with a bank's statement of the day; money that is reported later still changes it.
 */
export type BooksBy = 'booked' | 'happened';

export type TrialBalance = {
  day: Temporal.PlainDate;
  by: BooksBy;
  /** Whether these figures can no longer change. */
  isChained: boolean;
  /** Every kind of the chart, in its order. Opening and closing are signed, debit above zero, and sum to zero; debits sum to credits. */
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

/** The opening balance, movements and closing balance of a Manila day, by kind of account. */
export async function trialBalanceOn(read: Read, day: Temporal.PlainDate, by: BooksBy): Promise<TrialBalance> {
  const on = sql.ref(by === 'booked' ? 'e.booked_on' : 'e.business_on');
  const [head, { rows }] = await Promise.all([
    readHead(read),
    sql<Sums>`select a.kind,
      coalesce(sum(l.amount_centavos) filter (where ${on} < ${day}), 0)::int8 as opening,
      coalesce(sum(l.amount_centavos) filter (where ${on} = ${day} and l.amount_centavos > 0), 0)::int8 as debit,
      coalesce(-sum(l.amount_centavos) filter (where ${on} = ${day} and l.amount_centavos < 0), 0)::int8 as credit
      from ledger_lines l join ledger_entries e on e.id = l.entry_id join ledger_accounts a on a.id = l.account_id
      where ${on} <= ${day} group by a.kind`.execute(read),
  ]);
  const accounts = (Object.keys(chart) as AccountKind[]).map((kind) => {
    const { opening, debit, credit } = rows.find((row) => row.kind === kind) ?? { opening: 0n, debit: 0n, credit: 0n };
    return {
      kind,
      group: chart[kind].group,
      openingCentavos: opening,
      debitCentavos: debit,
      creditCentavos: credit,
      closingCentavos: opening + debit - credit,
    };
  });
  const isChained = by === 'booked' && head.chainedTo !== null && Temporal.PlainDate.compare(day, head.chainedTo) <= 0;
  return { day, by, isChained, accounts };
}
