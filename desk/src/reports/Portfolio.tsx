import type { PortfolioRow, Report } from './answers.ts';
import { Chart } from './Chart.tsx';
import { colorOf, dashOf } from './colors.ts';
import { type Column, shortPesos, shortShare, textOf } from './columns.ts';
import { Headlines } from './Headlines.tsx';
import { ReportTable } from './ReportTable.tsx';
import { Section, type SectionProps } from './Section.tsx';
import { useReport } from './useReport.ts';
import { wordsOf } from './words.ts';

/** Unpaid principal by days overdue, and the portfolio at risk. */
export function Portfolio({ span, before, by }: SectionProps) {
  const report = useReport('report portfolio', { ...span, by });
  const earlier = useReport('report portfolio', { ...before, by: 'month' });
  return (
    <Section
      report={report}
      isEmpty={({ rows }) => rows.length === 0}
      empty="No day of this period has figures yet. Unpaid principal by days overdue will be here."
    >
      {(data) => <Rows data={data} was={earlier.data?.rows.at(-1)} by={by} />}
    </Section>
  );
}

type RowsProps = { data: Report<'report portfolio'>; was: PortfolioRow | undefined; by: string };

function Rows({ data: { rows, lists }, was, by }: RowsProps) {
  const end = rows.at(-1) as PortfolioRow;
  const riskOf = (row: PortfolioRow | undefined, days: number) =>
    row?.atRisk.find((each) => each.days === days)?.shareBps;
  return (
    <>
      <Headlines
        figures={[
          {
            name: 'Unpaid principal',
            as: 'money',
            value: end.outstandingCentavos,
            before: was?.outstandingCentavos,
          },
          ...[1, 30, 90].map((days) => ({
            name: `At risk, ${days}+ days`,
            as: 'share' as const,
            value: riskOf(end, days) ?? null,
            before: riskOf(was, days),
            rows: lists.overdue,
          })),
        ]}
      />
      <div className="rp-charts">
        <Chart
          title="Unpaid principal by days overdue"
          as="stack"
          series={end.buckets.map(({ bucket }, nth) => ({
            name: wordsOf(bucket),
            color: colorOf(nth),
          }))}
          points={rows.map(({ period, buckets }) => ({
            at: period,
            values: buckets.map(({ principalCentavos }) => principalCentavos),
          }))}
          short={shortPesos}
          full={(value) => textOf('money', value)}
        />
        <Chart
          title="Portfolio at risk"
          as="lines"
          series={end.atRisk.map(({ days }, nth) => ({
            name: `PAR ${days}`,
            color: colorOf(nth + 1),
            dash: dashOf(nth),
          }))}
          points={rows.map(({ period, atRisk }) => ({
            at: period,
            values: atRisk.map(({ shareBps }) => shareBps),
          }))}
          short={shortShare}
          full={(value) => textOf('share', value)}
        />
      </div>
      <ReportTable title={`Portfolio by ${by}`} columns={columnsOf(end)} rows={rows} />
    </>
  );
}

const columnsOf = ({ buckets, atRisk }: PortfolioRow): Column<PortfolioRow>[] => [
  { name: 'End of', as: 'text', of: (row) => row.period },
  { name: 'Bills', as: 'count', of: (row) => row.bills },
  { name: 'Unpaid', as: 'money', of: (row) => row.outstandingCentavos },
  ...buckets.map(({ bucket }, nth) => ({
    name: wordsOf(bucket),
    as: 'money' as const,
    of: (row: PortfolioRow) => row.buckets[nth]?.principalCentavos ?? null,
  })),
  ...atRisk.map(({ days }, nth) => ({
    name: `PAR ${days}`,
    as: 'share' as const,
    of: (row: PortfolioRow) => row.atRisk[nth]?.shareBps ?? null,
  })),
];
