import { sumCentavos } from '@sandali/contract/money.ts';
import type { DueDay } from './answers.ts';
import { Chart } from './Chart.tsx';
import { colorOf } from './colors.ts';
import { type Column, shortPesos, textOf } from './columns.ts';
import { Headlines } from './Headlines.tsx';
import { ReportTable } from './ReportTable.tsx';
import { Section } from './Section.tsx';
import { useReport } from './useReport.ts';

const columns: Column<DueDay>[] = [
  { name: 'Due', as: 'text', of: ({ on }) => on },
  { name: 'Bills', as: 'count', of: ({ bills }) => bills },
  { name: 'Principal', as: 'money', of: ({ principalCentavos }) => principalCentavos },
  { name: 'Interest', as: 'money', of: ({ interestCentavos }) => interestCentavos },
  { name: 'Total', as: 'money', of: ({ dueCentavos }) => dueCentavos },
  { name: 'Expected', as: 'money', of: ({ expectedCentavos }) => expectedCentavos },
];
const noInput = {};

/** What falls due on each of the next days, and what usually comes of it. */
export function Cash() {
  const report = useReport('report cash', noInput);
  return (
    <Section
      report={report}
      isEmpty={({ rows }) => rows.length === 0}
      empty="No open bill falls due in the next 30 days. What each day brings will be here."
    >
      {({ rows, usualShareBps, usualDays }) => (
        <>
          <Headlines
            figures={[
              {
                name: 'Due in 30 days',
                as: 'money',
                value: sumCentavos(rows.map((row) => row.dueCentavos)),
              },
              {
                name: 'Expected of it',
                as: 'money',
                value:
                  usualShareBps === null
                    ? null
                    : sumCentavos(rows.flatMap((row) => row.expectedCentavos ?? [])),
              },
              {
                name: `Paid on its day, last ${usualDays} days`,
                as: 'share',
                value: usualShareBps,
              },
            ]}
          />
          <Chart
            title="Due and expected, by due date"
            as="bars"
            series={[
              { name: 'Due', color: colorOf(0) },
              { name: 'Expected', color: colorOf(2) },
            ]}
            points={rows.map((row) => ({
              at: row.on,
              values: [row.dueCentavos, row.expectedCentavos],
            }))}
            short={shortPesos}
            full={(value) => textOf('money', value)}
          />
          <ReportTable title="Cash forecast" columns={columns} rows={rows} />
        </>
      )}
    </Section>
  );
}
