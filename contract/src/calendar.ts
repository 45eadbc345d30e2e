// Due dates for the phone's calendar (spec §7): the entries, and their outcomes.
import * as v from 'valibot';
import { zAmountDue } from './bill.ts';
import { call } from './call.ts';
import { zDay } from './day.ts';
import { zLoanId } from './id.ts';

/**
 * `added`: the calendar accepted the entry. `saved`: the entry was saved as a file, which may never
 * be opened.
 */
const calendarOutcomes = ['added', 'saved', 'cancelled', 'denied', 'failed'] as const;
export type CalendarOutcome = (typeof calendarOutcomes)[number];

/**
 * The next payment days of the borrower's open bills (due dates, or parts of a plan that is being
 * kept), nearest first, each with its last outcome.
 */
export const calendarQuery = call({
  path: '/calendar/reminder/query',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({}),
  data: v.object({
    entries: v.array(
      v.object({
        loanId: zLoanId,
        referenceNo: v.string(),
        /**
         * The amount owed on the due date without further payments, or the unpaid amount of a
         * plan's part.
         */
        due: zAmountDue,
        /** The part's number within its plan; null for the due date. */
        part: v.nullable(v.number()),
        outcome: v.nullable(v.picklist(calendarOutcomes)),
      }),
    ),
  }),
  refusals: [],
});

/** Reports an entry's outcome. `dueOn` must be a day that /calendar/reminder/query returns now. */
export const calendarCallback = call({
  path: '/calendar/reminder/callback',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({ loanId: zLoanId, dueOn: zDay, outcome: v.picklist(calendarOutcomes) }),
  data: v.object({}),
  refusals: ['loanUnknown', 'dueDateMoved'],
});
