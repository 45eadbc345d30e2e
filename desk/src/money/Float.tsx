// The float: each gateway's balance with its time, beside the books.
import { useQuery } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { ask } from '#/answer.ts';
import { useSession } from '#/session.ts';
import { TableFrame } from '#/ui/TableFrame.tsx';
import { TableHead } from '#/ui/TableHead.tsx';
import { Wrong } from '#/ui/Wrong.tsx';
import { timeOf } from '#/ui/words.ts';
import { type Float as Figures, zFloat } from './answers.ts';
import type { TabProps } from './MoneyList.tsx';
import { amountOf } from './words.ts';

export function Float({ title, tabs }: TabProps) {
  const { commands } = useSession();
  const float = useQuery({
    queryKey: ['float show'],
    queryFn: () => ask(commands, 'float show', zFloat, { input: {} }),
  });
  return (
    <section className="ld-page">
      <header className="ld-head">
        <h1>{title}</h1>
        <p />
        <Button
          className="button soft"
          onPress={() => void float.refetch()}
          isPending={float.isFetching}
        >
          Read again
        </Button>
      </header>
      {tabs}
      <Wrong error={float.error} />
      {float.isPending && <span className="ld-bone" aria-busy="true" />}
      {float.data && <FloatView float={float.data} />}
    </section>
  );
}

const columns = [
  'Gateway',
  'It holds for us',
  'At',
  'Sent, not settled',
  'Not sent',
  'Compared up to',
  'Open breaks',
];

function FloatView({ float }: { float: Figures }) {
  const { balanceCentavos, booksCentavos, booksAt, differenceCentavos, gateways } = float;
  return (
    <>
      <dl className="mo-sums">
        <Sum name="By the gateways" amount={balanceCentavos}>
          {balanceCentavos === null ? 'A gateway has not answered.' : 'All gateways together'}
        </Sum>
        <Sum name="By the books" amount={booksCentavos}>
          {timeOf(booksAt)}
        </Sum>
        <Sum name="Difference" amount={differenceCentavos}>
          Money put in or taken out by hand, fees of the gateway, and what is on its way
        </Sum>
      </dl>
      <TableFrame label="Gateways">
        <table className="table">
          <TableHead columns={columns} isAmount={(nth) => [1, 3, 4, 6].includes(nth)} />
          <tbody>
            {gateways.map((row) => (
              <tr key={row.gateway}>
                <th scope="row">{row.gateway}</th>
                <td className="amount">
                  {row.balanceCentavos === null ? (
                    <span className="mo-still">No answer</span>
                  ) : (
                    amountOf(row.balanceCentavos)
                  )}
                </td>
                <td className="no-wrap">{row.balanceAt ? timeOf(row.balanceAt) : '–'}</td>
                <td className="amount">
                  {amountOf(row.sentCentavos)} ({row.sent})
                </td>
                <td className={isShort(row) ? 'amount mo-still' : 'amount'}>
                  {amountOf(row.waitingCentavos)} ({row.waiting})
                </td>
                <td className="no-wrap">{row.comparedTo ?? 'never'}</td>
                <td className={row.openBreaks > 0 ? 'amount mo-still' : 'amount'}>
                  {row.openBreaks}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </>
  );
}

/** Whether a gateway holds less than what is still to be sent from it. */
const isShort = ({ balanceCentavos, waitingCentavos }: Figures['gateways'][number]) =>
  balanceCentavos !== null && waitingCentavos > balanceCentavos;

type SumProps = { name: string; amount: number | null; children: string };

function Sum({ name, amount, children }: SumProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b>{amountOf(amount)}</b>
        <small>{children}</small>
      </dd>
    </div>
  );
}
