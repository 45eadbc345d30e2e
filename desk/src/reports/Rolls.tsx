import { TableFrame } from '#/ui/TableFrame.tsx';
import { TableHead } from '#/ui/TableHead.tsx';
import type { Move, Report } from './answers.ts';
import { type Column, textOf } from './columns.ts';
import { ReportTable } from './ReportTable.tsx';
import { Section, type SectionProps } from './Section.tsx';
import { useReport } from './useReport.ts';
import { wordsOf } from './words.ts';

const buckets = ['notDue', '1-7', '8-30', '31-60', '61-90', '91+'];
const ends = [...buckets, 'repaid', 'returned', 'reversed', 'writtenOff'];
const columns: Column<Move>[] = [
  { name: 'From', as: 'text', of: ({ from }) => wordsOf(from) },
  { name: 'To', as: 'text', of: ({ to }) => wordsOf(to) },
  { name: 'Bills', as: 'count', of: ({ bills }) => bills },
  { name: 'Principal', as: 'money', of: ({ principalCentavos }) => principalCentavos },
  { name: 'Share', as: 'share', of: ({ shareBps }) => shareBps },
];

/** Where the principal went that left each bucket. */
export function Rolls({ span }: SectionProps) {
  const report = useReport('report rolls', span);
  return (
    <Section
      report={report}
      isEmpty={({ rows }) => rows.length === 0}
      empty="No bill moved between buckets in this period. Each bucket’s moves will be here."
    >
      {(data) => (
        <>
          <HeatMap data={data} />
          <ReportTable title="Moves" columns={columns} rows={data.rows} />
        </>
      )}
    </Section>
  );
}

function HeatMap({ data: { rows } }: { data: Report<'report rolls'> }) {
  const share = (from: string, to: string) =>
    rows.find((move) => move.from === from && move.to === to)?.shareBps ?? null;
  return (
    <section className="rp-table">
      <header>
        <h2>Of the principal that left a bucket, the share that went to each state</h2>
      </header>
      <TableFrame label="Roll rates">
        <table className="table rp-heat">
          <TableHead columns={['From', ...ends.map(wordsOf)]} isAmount={(nth) => nth > 0} />
          <tbody>
            {buckets.map((from) => (
              <tr key={from}>
                <th scope="row">{wordsOf(from)}</th>
                {ends.map((to) => {
                  const bps = share(from, to);
                  return (
                    <td key={to} className="amount" data-heat={bps && Math.ceil(bps / 2000)}>
                      {from === to ? '' : textOf('share', bps)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </section>
  );
}
