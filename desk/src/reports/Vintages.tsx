import type { Vintage } from './answers.ts';
import { Chart } from './Chart.tsx';
import { dashOf, shadeOf } from './colors.ts';
import { type Column, shortShare, textOf } from './columns.ts';
import type { Span } from './period.ts';
import { ReportTable } from './ReportTable.tsx';
import { Section } from './Section.tsx';
import { useReport } from './useReport.ts';

const shareAt = ({ ages }: Vintage, month: number) =>
  ages.find(({ monthsSince }) => monthsSince === month)?.overdueShareBps ?? null;

/** The loans of each month, and how much of them is late as they age. */
export function Vintages({ span }: { span: Span }) {
  const report = useReport('report vintages', span);
  return (
    <Section
      report={report}
      isEmpty={({ rows }) => rows.every(({ ages }) => ages.length === 0)}
      empty="No month of these has ended with unpaid loans. Each month’s loans will be here as they age."
    >
      {({ rows }) => {
        const oldest = Math.max(
          ...rows.flatMap(({ ages }) => ages.map(({ monthsSince }) => monthsSince)),
        );
        const months = Array.from({ length: oldest + 1 }, (_, month) => month);
        const columns: Column<Vintage>[] = [
          { name: 'Loans of', as: 'text', of: ({ month }) => month },
          { name: 'Loans', as: 'count', of: ({ loans }) => loans },
          { name: 'Disbursed', as: 'money', of: ({ disbursedCentavos }) => disbursedCentavos },
          ...months.map((month) => ({
            name: `+${month}`,
            as: 'share' as const,
            of: (row: Vintage) => shareAt(row, month),
          })),
        ];
        return (
          <>
            <Chart
              title="Over 30 days overdue, of disbursed principal, by months since"
              as="lines"
              series={rows.map(({ month }, nth) => ({
                name: month,
                color: shadeOf(nth, rows.length),
                dash: dashOf(nth),
              }))}
              points={months.map((month) => ({
                at: `+${month}`,
                values: rows.map((row) => shareAt(row, month)),
              }))}
              short={shortShare}
              full={(value) => textOf('share', value)}
            />
            <ReportTable title="Vintages" columns={columns} rows={rows} />
          </>
        );
      }}
    </Section>
  );
}
