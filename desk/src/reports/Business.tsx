import { centavos } from '@sandali/contract/money.ts';
import type { BusinessRow } from './answers.ts';
import { Chart } from './Chart.tsx';
import { colorOf } from './colors.ts';
import { type Column, shortPesos, textOf } from './columns.ts';
import { Headlines } from './Headlines.tsx';
import { ReportTable } from './ReportTable.tsx';
import { Section, type SectionProps } from './Section.tsx';
import { useReport } from './useReport.ts';

const columns: Column<BusinessRow>[] = [
  { name: 'Period', as: 'text', of: (row) => row.period },
  { name: 'Applications', as: 'count', of: (row) => row.applications },
  { name: 'Approved', as: 'share', of: (row) => row.approvalRateBps },
  { name: 'Loans', as: 'count', of: (row) => row.loans },
  { name: 'New borrowers', as: 'count', of: (row) => row.newBorrowers },
  { name: 'Repeat', as: 'share', of: (row) => row.repeatRateBps },
  { name: 'Disbursed', as: 'money', of: (row) => row.disbursedCentavos },
  { name: 'Collected', as: 'money', of: (row) => row.collectedCentavos },
  { name: 'Recovered', as: 'money', of: (row) => row.recoveredCentavos },
  { name: 'Written off', as: 'money', of: (row) => row.writtenOffCentavos },
  { name: 'Refunded', as: 'money', of: (row) => row.refundedCentavos },
  { name: 'Income', as: 'money', of: (row) => row.incomeCentavos },
  { name: 'Coupons', as: 'money', of: (row) => row.couponCostCentavos },
];
const people = ['Applications', 'New borrowers', 'Loans'].map((name, nth) => ({
  name,
  color: colorOf([0, 2, 4][nth] ?? 0),
}));
const money = ['Disbursed', 'Collected', 'Income'].map((name, nth) => ({
  name,
  color: colorOf([0, 2, 4][nth] ?? 0),
}));

/** Applications, loans, money and income. */
export function Business({ span, before, by }: SectionProps) {
  const report = useReport('report business', { ...span, by });
  const earlier = useReport('report business', { ...before, by: 'month' });
  const was = earlier.data && earlier.data.rows.length > 0 ? earlier.data.total : null;
  return (
    <Section
      report={report}
      isEmpty={({ rows }) => rows.length === 0}
      empty="No day of this period has figures yet. Applications, loans, money and income will be here."
    >
      {({ rows, total, lists }) => (
        <>
          <Headlines
            figures={[
              {
                name: 'Applications',
                as: 'count',
                value: total.applications,
                before: was?.applications,
                rows: lists.applications,
              },
              {
                name: 'Approval rate',
                as: 'share',
                value: total.approvalRateBps,
                before: was?.approvalRateBps,
                rows: lists.approved,
              },
              {
                name: 'Disbursed',
                as: 'money',
                value: total.disbursedCentavos,
                before: was?.disbursedCentavos,
                rows: lists.disbursed,
              },
              {
                name: 'Collected',
                as: 'money',
                value: total.collectedCentavos,
                before: was?.collectedCentavos,
                rows: lists.collected,
              },
              {
                name: 'Income',
                as: 'money',
                value: total.incomeCentavos,
                before: was?.incomeCentavos,
                rows: lists.income,
              },
              {
                name: 'Repeat rate',
                as: 'share',
                value: total.repeatRateBps,
                before: was?.repeatRateBps,
                rows: lists.disbursed,
              },
              {
                name: 'Written off',
                as: 'money',
                value: total.writtenOffCentavos,
                before: was?.writtenOffCentavos,
                rows: lists.writtenOff,
              },
              {
                name: 'Refunded',
                as: 'money',
                value: total.refundedCentavos,
                before: was?.refundedCentavos,
                rows: lists.refunded,
              },
            ]}
          />
          <div className="rp-charts">
            <Chart
              title="Money"
              as="bars"
              series={money}
              points={rows.map((row) => ({
                at: row.period,
                values: [row.disbursedCentavos, row.collectedCentavos, row.incomeCentavos],
              }))}
              short={shortPesos}
              full={(value) => textOf('money', centavos(value))}
            />
            <Chart
              title="Applications and loans"
              as="bars"
              series={people}
              points={rows.map((row) => ({
                at: row.period,
                values: [row.applications, row.newBorrowers, row.loans],
              }))}
              short={(value) => textOf('count', value)}
              full={(value) => textOf('count', value)}
            />
          </div>
          <ReportTable
            title={`Business by ${by}`}
            columns={columns}
            rows={[...rows, { period: 'Total', ...total }]}
            hasTotal
          />
        </>
      )}
    </Section>
  );
}
