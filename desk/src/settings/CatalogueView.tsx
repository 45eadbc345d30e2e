// The product and its prices, to read: they change only with a release.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ask } from '#/answer.ts';
import { shortShare } from '#/reports/columns.ts';
import { wordsOf } from '#/review/words.ts';
import { useSession } from '#/session.ts';
import { OpenRow } from '#/ui/OpenRow.tsx';
import { Pairs } from '#/ui/Pairs.tsx';
import { TableFrame } from '#/ui/TableFrame.tsx';
import { TableHead } from '#/ui/TableHead.tsx';
import { Wrong } from '#/ui/Wrong.tsx';
import { pesos, wordsOfName } from '#/ui/words.ts';
import { type CatalogueShown, zCatalogueShown } from './answers.ts';

export function CatalogueView() {
  const { commands } = useSession();
  const { data, error } = useQuery({
    queryKey: ['catalogue show'],
    queryFn: () => ask(commands, 'catalogue show', zCatalogueShown, { input: {} }),
  });
  return (
    <OpenRow
      label="Products and prices"
      title="Products and prices"
      about="Read only: they change with a release, and a new version keeps old loans as they are."
    >
      <Wrong error={error} />
      {!data && !error && <span className="ld-bone" aria-busy="true" />}
      {data && <Product {...data} />}
    </OpenRow>
  );
}

function Product({ catalogue, smallestCentavos, prices }: CatalogueShown) {
  const { amounts, terms, line, payoutChannels } = catalogue;
  return (
    <>
      <Pairs
        pairs={[
          ['Catalogue', `${catalogue.id}, version ${catalogue.version}`],
          [
            'Loans',
            `${pesos(smallestCentavos)} to ${pesos(amounts.maximumCentavos)}, in steps of ${pesos(amounts.stepCentavos)}`,
          ],
          ['Interest a day', shortShare(catalogue.interestPerDayBps)],
          ['Late charge a month', shortShare(catalogue.lateChargePerMonthBps)],
          ...terms.map(
            ({ days, serviceFeeBps }) =>
              [`Service fee, ${days} days`, shortShare(serviceFeeBps)] as const,
          ),
          ['Limit grows by', `${pesos(line.growthCentavos)} after a loan on time`],
          ['Two people above', pesos(line.twoPeopleAboveCentavos)],
        ]}
      />
      <Rows
        title="Prices today"
        columns={['Loan', 'Days', 'Receives', 'Repays', 'Costs', 'Effective a month']}
        rows={prices.map((price) => [
          pesos(price.amountCentavos),
          price.termDays,
          pesos(price.receiveCentavos),
          pesos(price.repayCentavos),
          pesos(price.costCentavos),
          shortShare(price.effectiveMonthlyRateHundredths),
        ])}
      />
      <Rows
        title="First limits"
        columns={['Income a month', 'First limit']}
        rows={Object.entries(line.firstLimitByIncome).map(([band, limit]) => [
          wordsOf(band),
          limit === 0 ? 'No loan' : pesos(limit),
        ])}
      />
      <Rows
        title="Ways to pay out"
        columns={['Way', 'Fee', 'At least', 'At most', 'Hours']}
        rows={payoutChannels.map((row) => [
          wordsOfName(row.channel),
          pesos(row.feeCentavos),
          pesos(row.minimumCentavos),
          pesos(row.maximumCentavos),
          row.hours ? `${row.hours.opensAt} to ${row.hours.closesAt}` : 'Always',
        ])}
      />
    </>
  );
}

type RowsProps = {
  title: string;
  columns: readonly string[];
  /** The first cell names its row. */
  rows: readonly (readonly ReactNode[])[];
};

function Rows({ title, columns, rows }: RowsProps) {
  return (
    <section className="st-rows">
      <h3>{title}</h3>
      <TableFrame label={title}>
        <table className="table">
          <TableHead columns={columns} isAmount={(nth) => nth > 0} />
          <tbody>
            {rows.map(([first, ...cells]) => (
              <tr key={`${first} ${cells[0]}`}>
                <th scope="row">{first}</th>
                {cells.map((cell, nth) => (
                  <td key={columns[nth + 1]} className="amount">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </section>
  );
}
