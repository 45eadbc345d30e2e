// Reports about unpaid principal: the portfolio, its moves between buckets, and vintages.
import type { Read } from '#/db/database.ts';
import { type ReportPeriod, wirePeriod } from './period.ts';
import { buckets, riskDays, shareBps } from './rules.ts';
import { type Figure, figuresOf, figuresOn, lastDaysOf } from './store.ts';

const sumOf = (figures: readonly Figure[]) =>
  figures.reduce((sum, figure) => sum + figure.amountCentavos, 0n);

/** Returns the portfolio at the end of each day or month. A month in progress ends today. */
export async function portfolioReport(read: Read, period: ReportPeriod) {
  const ends = await lastDaysOf(read, period, period.by);
  const figures = await figuresOn(
    read,
    ends.map((end) => end.day),
    ['arrears', 'atRisk'],
  );
  const byDay = Map.groupBy(figures, (figure) => figure.period);
  const rows = ends.map((end) => {
    const own = byDay.get(end.day.toString()) ?? [];
    const arrears = own.filter((figure) => figure.measure === 'arrears');
    const outstanding = sumOf(arrears);
    const named = (measure: string, key: string) => {
      const figure = own.find((row) => row.measure === measure && row.key === key);
      return { bills: figure?.count ?? 0, principal: figure?.amountCentavos ?? 0n };
    };
    return {
      period: end.period,
      on: end.day.toString(),
      bills: arrears.reduce((sum, figure) => sum + figure.count, 0),
      outstandingCentavos: Number(outstanding),
      buckets: buckets.map(({ name }) => {
        const { bills, principal } = named('arrears', name);
        return { bucket: name, bills, principalCentavos: Number(principal) };
      }),
      atRisk: riskDays.map((days) => {
        const { bills, principal } = named('atRisk', String(days));
        const share = shareBps(principal, outstanding);
        return { days, bills, principalCentavos: Number(principal), shareBps: share };
      }),
    };
  });
  return { ...wirePeriod(period), by: period.by, rows, lists: { overdue: 'overdue list' } };
}

/**
 * Returns the moves from each bucket in a period. A share is of all principal that left the
 * bucket, to a later bucket or by its end.
 */
export async function rollsReport(read: Read, period: ReportPeriod) {
  const figures = await figuresOf(read, period, 'month', ['moved']);
  const moves = new Map<string, { bills: number; principal: bigint }>();
  for (const { key, count, amountCentavos } of figures) {
    const sum = moves.get(key) ?? { bills: 0, principal: 0n };
    moves.set(key, { bills: sum.bills + count, principal: sum.principal + amountCentavos });
  }
  const rows = [...moves].map(([key, { bills, principal }]) => {
    const [from = '', to = ''] = key.split(' ');
    const left = [...moves]
      .filter(([other]) => other.startsWith(`${from} `))
      .reduce((sum, [, move]) => sum + move.principal, 0n);
    const share = shareBps(principal, left);
    return { from, to, bills, principalCentavos: Number(principal), shareBps: share };
  });
  const rank = (name: string) => buckets.findIndex((bucket) => bucket.name === name);
  rows.sort((a, b) => rank(a.from) - rank(b.from) || b.principalCentavos - a.principalCentavos);
  return { ...wirePeriod(period), rows, lists: { overdue: 'overdue list' } };
}

/**
 * Returns each month's loans with their state at the ends of the months since. `monthsSince` is 0
 * for the month of disbursement. Only ends of months with unpaid principal have a state.
 */
export async function vintagesReport(read: Read, period: ReportPeriod) {
  const figures = await figuresOf(read, period, 'month', [
    'disbursed',
    'vintageOpen',
    'vintageOverdue',
  ]);
  const byMonth = Map.groupBy(figures, (figure) => figure.key);
  const months = [
    ...new Set(figures.flatMap(({ measure, key }) => (measure === 'disbursed' ? [key] : []))),
  ].toSorted();
  const rows = months.map((month) => {
    const all = byMonth.get(month) ?? [];
    const own = (measure: string) => all.filter((figure) => figure.measure === measure);
    const disbursed = sumOf(own('disbursed'));
    const ages = own('vintageOpen').map((open) => {
      const overdue = sumOf(own('vintageOverdue').filter(({ period: on }) => on === open.period));
      return {
        monthsSince: monthsBetween(month, open.period),
        on: open.period,
        bills: open.count,
        outstandingCentavos: Number(open.amountCentavos),
        overdueCentavos: Number(overdue),
        overdueShareBps: shareBps(overdue, disbursed),
      };
    });
    const loans = own('disbursed').reduce((sum, figure) => sum + figure.count, 0);
    return { month, loans, disbursedCentavos: Number(disbursed), ages };
  });
  return { ...wirePeriod(period), rows };
}

/** Counts the months from '2026-11' to a later month. */
function monthsBetween(from: string, to: string): number {
  const [first, last] = [from, to].map((month) => {
    const [year, monthOfYear] = month.split('-').map(Number) as [number, number];
    return 12 * year + monthOfYear;
  }) as [number, number];
  return last - first;
}
