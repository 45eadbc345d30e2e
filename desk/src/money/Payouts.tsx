import { Record } from '#/command/Record.tsx';
import { OpenRow } from '#/ui/OpenRow.tsx';
import { useRows } from '#/ui/useRows.ts';
import { timeOf } from '#/ui/words.ts';
import { zPayouts } from './answers.ts';
import { ItsEntries } from './ItsEntries.tsx';
import { MoneyList, type TabProps } from './MoneyList.tsx';
import { Row } from './Row.tsx';
import { amountOf } from './words.ts';

const reasons = ['Looks at what keeps the payout', 'The person asks where the money is'];

export function Payouts(props: TabProps) {
  const list = useRows('payout list', zPayouts, ({ payouts }) => payouts);
  return (
    <MoneyList
      {...props}
      list={list}
      idOf={({ id }) => id}
      listLabel="Payouts, the oldest first"
      row={(row) => (
        <Row
          title={row.gateway}
          amount={amountOf(row.amountCentavos)}
          on={timeOf(row.orderedAt).slice(0, 10)}
          isStill={row.retryAt === null}
          proposedBy={row.proposedBy}
        >
          {row.reasonText}
        </Row>
      )}
      whenEmpty={{
        title: 'Every payout is on its way',
        words:
          'Payouts that wait appear here, with what keeps them: a switch, a hold, a small float, a gateway that gives no clear answer, or one that contradicts itself.',
      }}
      whenClosed="Open a payout to see its states, and to resolve it with a second person."
      whenGone="This payout waits no longer. It was paid, failed or resolved."
    >
      {(row, onDone) => (
        <OpenRow
          label="The open payout"
          title={amountOf(row.amountCentavos)}
          about={
            <>
              <span className={row.retryAt === null ? 'mo-still' : undefined}>
                {row.reasonText}
              </span>
              {row.since && ` Since ${timeOf(row.since)}.`}
              {row.retryAt && ` The worker tries again at ${timeOf(row.retryAt)}.`}{' '}
              <ItsEntries id={row.id} />
            </>
          }
        >
          <Record
            look="payout show"
            subject={{ as: 'payout', id: row.id }}
            reasons={reasons}
            first={['payout resolve']}
            onDone={onDone}
          />
        </OpenRow>
      )}
    </MoneyList>
  );
}
