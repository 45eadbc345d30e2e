// The caps of SEC MC 3 s.2022 and MC 14 s.2025. Both bind loans up to ₱10,000; ours apply to all.
// The effective rate is read as a compound month and as a simple day, whichever is stricter.
import { asDay } from '@sandali/contract/day.ts';

/** Oldest first. A new circular is a new row; rows never change, as loans refer to a version. */
export const legalRules = [
  {
    version: 'sec-mc-3-2022',
    startsOn: asDay('2022-03-03'),
    interestDivisorPerDay: 500,
    growthPercentPerMonth: 115,
    costDivisorPerDay: 200,
    lateChargePerMonthBps: 500,
  },
  {
    version: 'sec-mc-14-2025',
    startsOn: asDay('2026-04-01'),
    interestDivisorPerDay: 500,
    growthPercentPerMonth: 112,
    costDivisorPerDay: 250,
    lateChargePerMonthBps: 500,
  },
] as const;
