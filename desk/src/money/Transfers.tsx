// Transfers to our own account. One person proposes a line of the statement; another confirms it
// in Approvals, and types the line anew.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { ActForm } from '#/command/ActForm.tsx';
import { OfferedActs } from '#/command/OfferedActs.tsx';
import { Record } from '#/command/Record.tsx';
import { useSession } from '#/session.ts';
import { OpenRow } from '#/ui/OpenRow.tsx';
import { useRows } from '#/ui/useRows.ts';
import { timeOf } from '#/ui/words.ts';
import { zTransfers } from './answers.ts';
import { MoneyList, type TabProps } from './MoneyList.tsx';
import { Row } from './Row.tsx';
import { amountOf } from './words.ts';

export function Transfers(props: TabProps) {
  const { name } = useSession();
  const [notice, setNotice] = useState('');
  const list = useRows('transfer list', zTransfers, ({ transfers }) => transfers);
  const finish = (words: string) => {
    setNotice(words);
    list.readAgain();
  };
  return (
    <MoneyList
      {...props}
      list={list}
      more={<OfferedActs names={['transfer book', 'transfer unmatched']} onDone={finish} />}
      notice={notice}
      idOf={({ id }) => id}
      listLabel="Proposed transfers, the oldest first"
      row={({ reference, proposedBy, proposedAt, line }) => (
        <Row
          title={reference ?? 'Without an owner'}
          amount={line ? amountOf(line.amountCentavos) : ''}
          on={line?.paidOn ?? ''}
        >
          {proposedBy === name ? 'Yours' : proposedBy}, {timeOf(proposedAt)}
        </Row>
      )}
      whenEmpty={{
        title: 'No transfer waits for a second person',
        words:
          'Book a line of our bank’s statement above. It waits here until another person types the same line from the statement.',
      }}
      whenClosed="Open a transfer to see who proposed it and why."
      whenGone="This transfer waits no longer. It was booked or dropped."
    >
      {(row) => (
        <OpenRow
          label="The open transfer"
          title={row.reference ?? 'A transfer without an owner'}
          about={
            row.proposedBy === name
              ? 'You proposed this, so another person confirms it.'
              : 'Take the amount, the day and the reference from the statement.'
          }
        >
          {row.proposedBy !== name && (
            <Link className="button primary" to="/approvals" search={{ open: row.id }}>
              Open in Approvals
            </Link>
          )}
          {row.line && <Drop bankReference={row.line.bankReference} onDone={finish} />}
          <Record look="approvals show" subject={{ as: 'approval', id: row.id }} />
        </OpenRow>
      )}
    </MoneyList>
  );
}

type DropProps = { bankReference: string; onDone: (words: string) => void };

function Drop({ bankReference, onDone }: DropProps) {
  const { commands } = useSession();
  const [isOpen, setOpen] = useState(false);
  const command = commands.find(({ name }) => name === 'transfer drop');
  if (!command) return null;
  if (isOpen)
    return (
      <ActForm
        command={command}
        input={{ bankReference }}
        onDone={onDone}
        onCancel={() => setOpen(false)}
      />
    );
  return (
    <div className="form-end">
      <Button className="button soft danger" onPress={() => setOpen(true)}>
        {command.label}
      </Button>
    </div>
  );
}
