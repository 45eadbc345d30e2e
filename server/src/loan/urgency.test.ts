// Bills are sorted by urgency. Overdue bills and bills due soon are counted.
import { asDay } from '@sandali/contract/day.ts';
import { expect, test } from 'vitest';
import { type BillView, byUrgency, countDue } from './view.ts';

const today = '2026-11-20';
type Bill = { state?: string; dueOn: string; overdueDays?: number; part?: string };
const viewOf = ({ state = 'upcoming', dueOn, overdueDays = 0, part }: Bill) =>
  ({
    facts: { arrivedOn: '2026-11-03' },
    shown: {
      state,
      dueOn,
      overdueDays,
      currentDue: { on: today },
      promised: part ? { on: asDay(part), amountCentavos: 1 } : null,
    },
  }) as unknown as BillView;

const late = viewOf({ state: 'overdue', dueOn: '2026-11-18', overdueDays: 2 });
const later = viewOf({ state: 'overdue', dueOn: '2026-11-10', overdueDays: 10 });
const tomorrow = viewOf({ state: 'dueTomorrow', dueOn: '2026-11-21' });
const december = viewOf({ dueOn: '2026-12-01' });
const planned = (part: string) =>
  viewOf({ state: 'overdue', dueOn: '2026-11-05', overdueDays: 15, part });

test('a bill with a kept plan is sorted by the due date of its next part', () => {
  const order = (...bills: BillView[]) => bills.toSorted(byUrgency);
  expect(order(december, late, tomorrow, later)).toEqual([later, late, tomorrow, december]);
  const soon = planned('2026-11-22');
  expect(order(soon, december, tomorrow, late)).toEqual([late, tomorrow, soon, december]);
  const now = planned(today);
  expect(order(tomorrow, now)).toEqual([now, tomorrow]);
  const far = planned('2026-12-05');
  expect(order(far, december, tomorrow)).toEqual([tomorrow, december, far]);
});

test('a bill with a kept plan is never overdue, and is due soon 3 days before a part', () => {
  expect(countDue([late, later, tomorrow, december])).toEqual({ overdue: 2, dueSoon: 1 });
  expect(countDue([planned('2026-11-23'), late])).toEqual({ overdue: 1, dueSoon: 1 });
  expect(countDue([planned('2026-11-24')])).toEqual({ overdue: 0, dueSoon: 0 });
});
