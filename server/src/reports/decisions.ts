// The report on rejections by reason.
import type { Read } from '#/db/database.ts';
import { type ReportPeriod, wirePeriod } from './period.ts';
import { shareBps } from './rules.ts';
import { figuresOf } from './store.ts';

/** Returns the rejections by reason in each month, with their share of the month's decisions. */
export async function rejectionsReport(read: Read, period: ReportPeriod) {
  const figures = await figuresOf(read, period, period.by, ['approved', 'rejected']);
  const decided = (on: string) =>
    figures.filter((figure) => figure.period === on).reduce((sum, row) => sum + row.count, 0);
  const rows = figures
    .filter((figure) => figure.measure === 'rejected')
    .map(({ period: on, key, count }) => ({
      period: on,
      reason: key,
      rejected: count,
      decided: decided(on),
      shareBps: shareBps(BigInt(count), BigInt(decided(on))),
    }));
  const { from, to } = period;
  const lists = { rejected: `report list rejected --from ${from} --to ${to}` };
  return { ...wirePeriod(period), by: period.by, rows, lists };
}
