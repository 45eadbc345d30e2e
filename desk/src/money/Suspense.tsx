import { channelWords } from '#/borrower/words.ts';
import { Record } from '#/command/Record.tsx';
import { OpenRow } from '#/ui/OpenRow.tsx';
import { useRows } from '#/ui/useRows.ts';
import { zSuspense } from './answers.ts';
import { MoneyList, type TabProps } from './MoneyList.tsx';
import { Row } from './Row.tsx';
import { ageWords, amountOf } from './words.ts';

/** Money that waits longer than a day stands out. */
const longDays = 1;

export function Suspense(props: TabProps) {
  const list = useRows('suspense list', zSuspense, ({ money }) => money);
  return (
    <MoneyList
      {...props}
      list={list}
      idOf={({ id }) => id}
      listLabel="Money without an owner, the oldest first"
      row={(row) => (
        <Row
          title={row.code ?? 'No code'}
          amount={amountOf(row.amountCentavos, row.currency)}
          on={row.countsOn}
          isStill={row.ageDays > longDays}
          proposedBy={row.proposedBy}
        >
          {ageWords(row.ageDays)}, by {channelWords(row.channel)}
        </Row>
      )}
      whenEmpty={{
        title: 'All money has an owner',
        words:
          'Payments with an unknown code, in another currency, or booked without an owner appear here. Two people assign each to a person, or record that it was sent back.',
      }}
      whenClosed="Open a payment to assign it to its owner, or to return it."
      whenGone="This money is no longer in suspense. It was assigned or sent back."
    >
      {(row, onDone) => (
        <OpenRow
          label="The open payment"
          title={amountOf(row.amountCentavos, row.currency)}
          about={`Paid with ${row.code ? `the code ${row.code}` : 'no code'}. It counts from ${row.countsOn}.`}
        >
          <Record
            look="suspense show"
            subject={{ as: 'receipt', id: row.id }}
            first={['suspense assign', 'suspense return']}
            onDone={onDone}
          />
        </OpenRow>
      )}
    </MoneyList>
  );
}
