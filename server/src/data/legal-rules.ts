// The law on prices, dated. Sources: SEC Memorandum Circular 3, series of 2022 (in force 3 March
// 2022), and Memorandum Circular 14, series of 2025 (agreements from 1 April 2026): interest 6 %
// and late charges 5 % a month in both; effective rate 15 %, then 12 % a month, read as a compound
// month and as a simple day, whichever is stricter. Both bind loans up to ₱10,000; we hold them for
// every size.
import { asDay } from '@sandali/contract/day.ts';

/**
 * Oldest first. A new circular is a new row; rows are never changed, since loans carry their
 * version.
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
