// The part of the address after '?': which report, of which period, by day or month.
import * as v from 'valibot';
import { periodNames } from './period.ts';

const reportNames = ['business', 'portfolio', 'rolls', 'vintages', 'rejections', 'cash'] as const;
export type ReportName = (typeof reportNames)[number];

/** A word that is not known is left out. */
const optionalOf = <const W extends readonly string[]>(words: W) =>
  v.fallback(v.optional(v.picklist(words)), undefined);
const zSearch = v.object({
  report: optionalOf(reportNames),
  period: optionalOf(periodNames),
  by: optionalOf(['day', 'month']),
});
export type ReportsSearch = v.InferOutput<typeof zSearch>;

export const reportsSearch = (search: Record<string, unknown>): ReportsSearch =>
  v.parse(zSearch, search);
