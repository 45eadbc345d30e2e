// Refunds on their way, and money that waits for its borrower.
import { Link } from '@tanstack/react-router';
import { Record } from '#/command/Record.tsx';
import { OpenRow } from '#/ui/OpenRow.tsx';
import { useRows } from '#/ui/useRows.ts';
import { timeOf } from '#/ui/words.ts';
import { zKept, zRefunds } from './answers.ts';
import { ItsEntries } from './ItsEntries.tsx';
import { MoneyList, type TabProps } from './MoneyList.tsx';
import { Row } from './Row.tsx';
import { amountOf } from './words.ts';

const reasons = ['Looks at what keeps the refund', 'The person asks where the money is'];

type Props = TabProps & { of: 'kept' | undefined };

export const Refunds = ({ of, ...props }: Props) =>
  of === 'kept' ? <Kept {...props} /> : <Ordered {...props} />;

function Ordered(props: TabProps) {
  const list = useRows('refund list', zRefunds, ({ refunds }) => refunds);
  return (
    <MoneyList
      {...props}
      list={list}
      more={<Choice of={undefined} />}
      idOf={({ id }) => id}
      listLabel="Refunds on their way, the oldest first"
      row={(row) => (
        <Row
          title={row.receiver ?? 'Refund'}
          amount={amountOf(row.amountCentavos)}
          on={timeOf(row.orderedAt).slice(0, 10)}
          isStill={row.isLate}
        >
          {row.state}
        </Row>
      )}
      whenEmpty={{
        title: 'No refund is on its way',
        words:
          'Borrowers order refunds in the app. Each appears here until its payout has ended, with what keeps it.',
      }}
      whenClosed="Open a refund to see its payout, and to resolve it with a second person."
      whenGone="This refund is no longer on its way. It was paid, or its money is kept again."
    >
      {(row, onDone) => (
        <OpenRow
          label="The open refund"
          title={amountOf(row.amountCentavos)}
          about={
            <>
              {row.receiver ? `To ${row.receiver}: ${row.state}.` : `State: ${row.state}.`}{' '}
              <ItsEntries id={row.id} />
            </>
          }
        >
          {row.payout ? (
            <Record
              look="payout show"
              subject={{ as: 'payout', id: row.payout }}
              reasons={reasons}
              first={['payout resolve']}
              onDone={onDone}
            />
          ) : (
            <p className="note">It has no payout yet.</p>
          )}
        </OpenRow>
      )}
    </MoneyList>
  );
}

function Kept(props: TabProps) {
  const list = useRows('refund kept', zKept, ({ kept }) => kept);
  return (
    <MoneyList
      {...props}
      list={list}
      more={<Choice of="kept" />}
      idOf={({ person }) => person}
      listLabel="Money kept for borrowers"
      row={(row) => (
        <Row
          title={row.cause}
          amount={amountOf(row.amountCentavos)}
          on={timeOf(row.since).slice(0, 10)}
          isStill={row.lastRefund === 'failed' || row.lastRefund === 'reversed'}
        >
          Waits for {row.waitsFor}
        </Row>
      )}
      whenEmpty={{
        title: 'No money is kept for a borrower',
        words:
          'What no bill needs appears here: payments beyond what was owed, and refunds that failed. It pays the next bill, or the borrower asks for it.',
      }}
      whenClosed="Open a row to see how the money came."
      whenGone="This money is kept no longer. It paid a bill, or is on its way back."
    >
      {(row, onDone) => (
        <OpenRow
          label="The kept money"
          title={amountOf(row.amountCentavos)}
          about={`${row.cause}; it waits for ${row.waitsFor}.`}
        >
          <Record
            look="ledger statement"
            subject={{ as: 'person', id: row.person }}
            reasons={['Looks how the kept money came']}
            onDone={onDone}
          />
        </OpenRow>
      )}
    </MoneyList>
  );
}

function Choice({ of }: Pick<Props, 'of'>) {
  const link = (words: string, to: Props['of']) => (
    <Link
      to="/money"
      search={{ tab: 'refunds', of: to }}
      activeOptions={{ exact: true }}
      aria-current={to === of || undefined}
    >
      {words}
    </Link>
  );
  return (
    <nav className="filters" aria-label="Refunds">
      {link('On their way', undefined)}
      {link('Kept for borrowers', 'kept')}
    </nav>
  );
}
