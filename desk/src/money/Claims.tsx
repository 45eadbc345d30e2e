import { Record } from '#/command/Record.tsx';
import { OpenRow } from '#/ui/OpenRow.tsx';
import { useRows } from '#/ui/useRows.ts';
import { zClaims } from './answers.ts';
import { MoneyList, type TabProps } from './MoneyList.tsx';
import { Row } from './Row.tsx';
import { amountOf } from './words.ts';

export function Claims(props: TabProps) {
  const list = useRows('claim list', zClaims, ({ claims }) => claims);
  return (
    <MoneyList
      {...props}
      list={list}
      idOf={({ id }) => id}
      listLabel="Claims, the largest first"
      row={(row) => (
        <Row
          title={debtorWords(row.debtor)}
          amount={amountOf(row.owedCentavos)}
          proposedBy={row.proposedBy}
        >
          Owed for a payment that was taken back
        </Row>
      )}
      whenEmpty={{
        title: 'Nobody owes reversed money',
        words:
          'If a gateway takes back a payment that no bill owes again, its payer owes it. Two people settle such a claim, or write it off.',
      }}
      whenClosed="Open a claim to see its reversals, and to decide on it with a second person."
      whenGone="Nothing is owed any more under this claim."
    >
      {(row, onDone) => (
        <OpenRow
          label="The open claim"
          title={amountOf(row.owedCentavos)}
          about={`Owed by ${debtorWords(row.debtor).toLowerCase()}.`}
        >
          <Record
            look="claim show"
            subject={{ as: 'claim', id: row.id }}
            first={['claim settle', 'claim write-off']}
            onDone={onDone}
          />
        </OpenRow>
      )}
    </MoneyList>
  );
}

function debtorWords(debtor: { payment: string | null; isErased: boolean } | null): string {
  if (debtor?.isErased) return 'A deleted account';
  return debtor?.payment ? 'An unknown payer' : 'A borrower';
}
