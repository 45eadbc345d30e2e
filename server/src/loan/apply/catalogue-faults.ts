// Checks the configured catalogue when the server starts.
import type { Holidays } from '@sandali/contract/day.ts';
import type { Bank } from '#/adapters/bank/port.ts';
import type { Catalogue } from '#/data/catalogue.ts';
import { legalRules } from '#/data/legal-rules.ts';
import { type Gaps, gapsOf } from '#/gateway/limits.ts';
import { whyCatalogueFails } from '#/loan/rules/catalogue-check.ts';
import { todayOf } from '#/platform/days.ts';
import { everyLoanOf } from './offer.ts';

/** Compares a catalogue with today's law, and with the limits of the gateway. */
export function catalogueFaults(
  {
    catalogue,
    holidays,
    bank,
  }: { catalogue: Catalogue; holidays: Holidays; bank: Pick<Bank, 'name' | 'limits'> },
  now: Temporal.Instant,
): Gaps {
  const today = todayOf(now);
  const unlawful = whyCatalogueFails(catalogue, legalRules, today);
  if (unlawful) return { stops: unlawful, reduced: null };
  const loans = bank.limits === null ? [] : everyLoanOf({ catalogue, holidays }, today);
  return gapsOf(catalogue, bank, loans);
}
