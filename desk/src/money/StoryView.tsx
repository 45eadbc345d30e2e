import { Link } from '@tanstack/react-router';
import * as v from 'valibot';
import { CellView } from '#/command/CellView.tsx';
import { Pairs } from '#/ui/Pairs.tsx';
import { TableHead } from '#/ui/TableHead.tsx';
import { asSentence, timeOf, wordsOfName } from '#/ui/words.ts';
import { type Story, zEntry } from './answers.ts';
import { amountOf } from './words.ts';

/** An entry with its lines, its cause, its two people, and the entries about the same money. */
export function StoryView({ data }: { data: unknown }) {
  const { entry } = v.parse(zEntry, data);
  const { kind, happenedAt, recordedAt, businessOn, bookedOn, isChained, loan, person } = entry;
  return (
    <>
      <h3>{wordsOfName(kind)}</h3>
      <Lines lines={entry.lines} />
      <Pairs
        pairs={[
          ['Happened', `${timeOf(happenedAt)}; it counts on ${businessOn}.`],
          ['Recorded', timeOf(recordedAt)],
          [
            'Booked on',
            `${bookedOn}, ${isChained ? 'a chained day' : 'a day that is not chained yet'}`,
          ],
          ['Person', person && <CellView cell={{ as: 'person', id: person }} />],
          ['Loan', loan && <CellView cell={{ as: 'loan', id: loan }} />],
          ['Cause', <Cause key="cause" entry={entry} />],
        ]}
      />
      {entry.decisions.map(({ act, proposedBy, confirmedBy, reason }) => (
        <p key={`${act} ${proposedBy}`} className="notice">
          Proposed by <b>{proposedBy}</b>, confirmed by <b>{confirmedBy}</b>. {reason}
        </p>
      ))}
      {entry.reversedBy && (
        <p className="note">
          This was taken back by <EntryLink id={entry.reversedBy} />.
        </p>
      )}
      {entry.related.length > 0 && (
        <>
          <h3>About the same money</h3>
          <ul className="mo-related">
            {entry.related.map((row) => (
              <li key={row.id}>
                {row.bookedOn} {wordsOfName(row.kind)} <EntryLink id={row.id} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Lines({ lines }: Pick<Story, 'lines'>) {
  return (
    <table className="table">
      <TableHead columns={['Account', 'Debit', 'Credit']} isAmount={(nth) => nth > 0} />
      <tbody>
        {lines.map(({ account, amountCentavos }, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat and never move
          <tr key={nth}>
            <th scope="row">{account}</th>
            <td className="amount">{amountCentavos > 0 && amountOf(amountCentavos)}</td>
            <td className="amount">{amountCentavos < 0 && amountOf(-amountCentavos)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cause({ entry: { payment, payout, cause } }: { entry: Story }) {
  if (payment)
    return (
      <>
        Payment {payment.id} at {payment.gateway}
        {payment.code && `, with the code ${payment.code}`}{' '}
        <CellView cell={{ as: 'receipt', id: payment.receipt }} />
      </>
    );
  if (payout)
    return (
      <>
        Payout <CellView cell={{ as: 'payout', id: payout.id }} />
        {payout.settledBy === 'people' && ', resolved by two people'}
      </>
    );
  return asSentence(cause);
}

const EntryLink = ({ id }: { id: string }) => (
  <Link to="/money" search={{ tab: 'entries', open: id }}>
    …{id.slice(-8)}
  </Link>
);
