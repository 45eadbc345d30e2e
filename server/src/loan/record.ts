// How a borrower's loans went, for the review of an application.

import type { Read } from '#/db/database.ts';
import { wireDay } from '#/platform/days.ts';
import { factsOf, lastLateOn } from './facts.ts';
import { isHeldHalf } from './rules/accrual.ts';
import { billsOf } from './store.ts';

export type LoanRecord = { repaidOnTime: number; repaidLate: number; overdueNow: number };

/**
 * How many loans of a borrower were held for at least half their term and repaid without ever being overdue, how many were repaid late or not at all,
 * and how many are overdue on a Manila day. A loan that was repaid right after it came tells nothing.
 */
export async function loanRecordOf(read: Read, borrowerId: string, today: Temporal.PlainDate): Promise<LoanRecord> {
  const rows = await billsOf(read, borrowerId);
  const repaid = rows.filter((row) => row.settled_as === 'repaid');
  const onTime = repaid.filter((row) => lastLateOn(row) === null);
  const isOverdue = (row: (typeof rows)[number]) => row.settled_at === null && Temporal.PlainDate.compare(row.last_free_on, today) < 0;
  return {
    repaidOnTime: onTime.filter((row) => row.settled_on !== null && isHeldHalf(factsOf(row), wireDay(row.settled_on))).length,
    repaidLate: rows.filter((row) => row.settled_as === 'writtenOff').length + repaid.length - onTime.length,
    overdueNow: rows.filter(isOverdue).length,
  };
}
