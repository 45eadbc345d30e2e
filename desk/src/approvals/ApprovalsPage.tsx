// The proposals that wait for a second person: the list, and beside it the open proposal. The list
// is read once, and again after a decision or by the button.
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useScreenKeys } from '#/shell/screenKeys.ts';
import { ListDetail, listKeys } from '#/ui/ListDetail.tsx';
import { useRows } from '#/ui/useRows.ts';
import { zProposals } from './answers.ts';
import { ProposalRow } from './ProposalRow.tsx';
import { ProposalView } from './ProposalView.tsx';

const keys = [
  ...listKeys,
  ['C', 'Confirm the open proposal'],
  ['D', 'Decline the open proposal'],
] as const;

export function ApprovalsPage({ open }: { open: string | undefined }) {
  const navigate = useNavigate();
  const [notice, setNotice] = useState('');
  useScreenKeys(keys);
  const list = useRows('approvals list', zProposals, ({ approvals }) => approvals);
  const finish = (words: string) => {
    setNotice(words);
    void navigate({ to: '/approvals', search: {} });
    list.readAgain();
  };
  return (
    <ListDetail
      title="Approvals"
      list={list}
      idOf={({ id }) => id}
      open={open}
      countWords={(count, isOne) => `${count} ${isOne ? 'waits' : 'wait'}, the oldest first`}
      listLabel="Proposals, the oldest first"
      row={(row) => <ProposalRow row={row} />}
      notice={notice}
      whenClosed="Open a proposal to see what it changes."
      whenGone={() =>
        'This proposal no longer waits. It was confirmed, declined or replaced, or it has expired.'
      }
      whenEmpty={{
        title: 'Nothing waits for a second person',
        words:
          'Changes that need two people appear here: large limits, settings, corrections, payouts, waived charges and staff. Each shows what it changes, who proposed it and why.',
      }}
    >
      {(proposal) => <ProposalView key={proposal.id} proposal={proposal} onDone={finish} />}
    </ListDetail>
  );
}
