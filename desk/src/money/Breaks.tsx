import { Record } from '#/command/Record.tsx';
import { OpenRow } from '#/ui/OpenRow.tsx';
import { useRows } from '#/ui/useRows.ts';
import { wordsOfName } from '#/ui/words.ts';
import { zBreaks } from './answers.ts';
import { MoneyList, type TabProps } from './MoneyList.tsx';
import { Row } from './Row.tsx';
import { ageWords, amountOf } from './words.ts';

/** A break usually closes by itself within a day. */
const longDays = 1;

export function Breaks(props: TabProps) {
  const list = useRows('reconcile breaks', zBreaks, ({ breaks }) => breaks);
  return (
    <MoneyList
      {...props}
      list={list}
      idOf={({ id }) => id}
      listLabel="Breaks, the oldest first"
      row={(row) => (
        <Row
          title={wordsOfName(row.kind)}
          amount={amountOf(row.bankCentavos ?? row.booksCentavos, row.currency)}
          on={row.bankOn ?? row.booksOn ?? ''}
          isStill={row.ageDays > longDays}
          proposedBy={row.proposedBy}
        >
          {ageWords(row.ageDays)}, a {row.movement} at {row.gateway}
        </Row>
      )}
      whenEmpty={{
        title: 'Settlement reports and books agree',
        words:
          'A line that only the gateway or only the books have appears here, and one with another amount or day. Most close by themselves; two people settle the rest.',
      }}
      whenClosed="Open a break to see both its sides, and to settle it with a second person."
      whenGone="This break has ended."
    >
      {(row, onDone) => (
        <OpenRow
          label="The open break"
          title={wordsOfName(row.kind)}
          about={`By the gateway ${amountOf(row.bankCentavos, row.currency, 'nothing')}, by the books ${amountOf(row.booksCentavos, 'PHP', 'nothing')}.`}
        >
          <Record
            look="reconcile show"
            subject={{ as: 'break', id: row.id }}
            first={['reconcile settle']}
            onDone={onDone}
          />
        </OpenRow>
      )}
    </MoneyList>
  );
}
