import type { Rejection } from './answers.ts';
import { Chart } from './Chart.tsx';
import { colorOf } from './colors.ts';
import { type Column, textOf } from './columns.ts';
import { Headlines } from './Headlines.tsx';
import { ReportTable } from './ReportTable.tsx';
import { Section, type SectionProps } from './Section.tsx';
import { useReport } from './useReport.ts';
import { wordsOf } from './words.ts';

const columns: Column<Rejection>[] = [
  { name: 'Period', as: 'text', of: (row) => row.period },
  { name: 'Reason', as: 'text', of: (row) => wordsOf(row.reason) },
  { name: 'Rejected', as: 'count', of: (row) => row.rejected },
  { name: 'Of decisions', as: 'count', of: (row) => row.decided },
  { name: 'Share', as: 'share', of: (row) => row.shareBps },
];
const count = (value: number) => textOf('count', value);
const sumOf = (rows: readonly Rejection[]) => rows.reduce((sum, row) => sum + row.rejected, 0);

/** Rejections by the reason that the borrower reads. */
export function Rejections({ span, before, by }: SectionProps) {
  const report = useReport('report rejections', { ...span, by });
  const earlier = useReport('report rejections', { ...before, by: 'month' });
  return (
    <Section
      report={report}
      isEmpty={({ rows }) => rows.length === 0}
      empty="No application was rejected in this period. Rejections will be here by their reason."
    >
      {({ rows, lists }) => {
        const reasons = [...new Set(rows.map(({ reason }) => reason))].toSorted();
        const periods = [...new Set(rows.map(({ period }) => period))];
        const rejected = (period: string, reason: string) =>
          rows.find((row) => row.period === period && row.reason === reason)?.rejected ?? 0;
        return (
          <>
            <Headlines
              figures={[
                {
                  name: 'Rejected',
                  as: 'count',
                  value: sumOf(rows),
                  before: earlier.data && sumOf(earlier.data.rows),
                  rows: lists.rejected,
                },
              ]}
            />
            <Chart
              title="Rejections by reason"
              as="stack"
              series={reasons.map((reason, nth) => ({
                name: wordsOf(reason),
                color: colorOf(nth),
              }))}
              points={periods.map((period) => ({
                at: period,
                values: reasons.map((reason) => rejected(period, reason)),
              }))}
              short={count}
              full={count}
            />
            <ReportTable title={`Rejections by ${by}`} columns={columns} rows={rows} />
          </>
        );
      }}
    </Section>
  );
}
