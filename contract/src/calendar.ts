// Due dates for the phone's calendar (spec §7): the entries, and their outcomes.
import * as v from 'valibot';
import { zAmountDue } from './bill.ts';
import { call } from './call.ts';
import { zDay } from './day.ts';
import { zLoanId } from './id.ts';

/** `added`: the calendar accepted it. `saved`: it was saved as a file, perhaps never opened. */
const calendarOutcomes = ['added', 'saved', 'cancelled', 'denied', 'failed'] as const;
export type CalendarOutcome = (typeof calendarOutcomes)[number];

/**
 * The next payment days of the borrower's open bills (due dates, or the parts of a kept plan), the
 * nearest first, with their last outcome.
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
        /** The amount on the due date without more payments, or what is open of a part. */
        due: zAmountDue,
        /** The part of a plan; null for the due date. */
        part: v.nullable(v.number()),
        outcome: v.nullable(v.picklist(calendarOutcomes)),
      }),
    ),
  }),
  refusals: [],
});

/** Reports an entry's outcome. Its day must be offered; an extension offers a new one. */
export const calendarCallback = call({
  path: '/calendar/reminder/callback',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({ loanId: zLoanId, dueOn: zDay, outcome: v.picklist(calendarOutcomes) }),
  data: v.object({}),
  refusals: ['loanUnknown', 'dueDateMoved'],
});
