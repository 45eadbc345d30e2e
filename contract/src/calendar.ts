// Due dates for the phone's own calendar (spec §7): what is to be entered, and what became of it
// there.
import * as v from 'valibot';
import { zAmountDue } from './bill.ts';
import { call } from './call.ts';
import { zDay } from './day.ts';
import { zLoanId } from './id.ts';

/**
 * `added`: the phone's calendar took it. `saved`: it went out as a file, and whether that was
 * opened is unknown.
 */
const calendarOutcomes = ['added', 'saved', 'cancelled', 'denied', 'failed'] as const;
export type CalendarOutcome = (typeof calendarOutcomes)[number];

/**
 * The days on which my open bills are to be paid that are still to come, the nearest first, each
 * with what became of it last: the due date, or while a plan is kept each of its parts.
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
         * What is owed on the due date in force if nothing more is paid; of a part what is still to
         * come of it.
         */
        due: zAmountDue,
        /** Which part of a plan it is; null for the due date. */
        part: v.nullable(v.number()),
        outcome: v.nullable(v.picklist(calendarOutcomes)),
      }),
    ),
  }),
  refusals: [],
});

/**
 * Reports what became of an entry. The day must be one that is offered: after an extension the bill
 * is offered anew.
 */
export const calendarCallback = call({
  path: '/calendar/reminder/callback',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({ loanId: zLoanId, dueOn: zDay, outcome: v.picklist(calendarOutcomes) }),
  data: v.object({}),
  refusals: ['loanUnknown', 'dueDateMoved'],
});
