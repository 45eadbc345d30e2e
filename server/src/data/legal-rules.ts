// The caps of SEC MC 3 s.2022 and MC 14 s.2025. Both bind loans up to ₱10,000; we apply them to all
// loans. The effective rate is computed per compound month and per simple day, and the stricter
// result applies.
import { asDay } from '@sandali/contract/day.ts';

/**
 * The rules, oldest first. Add a row for a new circular. Never change a row, because loans refer to
 * its version.
 */
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
