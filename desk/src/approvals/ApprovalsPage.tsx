// The proposals that wait for a second person: the list, and at its right the one that is open.
// They are read once, and again after a decision or by the button.
import './approvals.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { ask } from '#/answer.ts';
import { useKeys } from '#/review/useKeys.ts';
import { useSession } from '#/session.ts';
import { useScreenKeys } from '#/shell/screenKeys.ts';
import { Wrong } from '#/ui/Wrong.tsx';
import { type Waiting, zProposals } from './answers.ts';
import { ProposalList } from './ProposalList.tsx';
import { ProposalView } from './ProposalView.tsx';

const keys = [
  ['J, K or ↓ ↑', 'Go to the next or previous proposal'],
  ['Enter', 'Open the proposal'],
  ['C', 'Confirm the open proposal'],
  ['D', 'Decline the open proposal'],
] as const;

export function ApprovalsPage({ open }: { open: string | undefined }) {
  const { commands } = useSession();
  const navigate = useNavigate();
  const [done, setDone] = useState('');
  useScreenKeys(keys);
  const list = useInfiniteQuery({
    queryKey: ['approvals list'],
    queryFn: ({ pageParam: after }) => {
      const input = after === null ? {} : { after };
      return ask(commands, 'approvals list', zProposals, { input });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  const rows = list.data?.pages.flatMap(({ approvals }) => approvals);
  const chosen = rows?.find(({ id }) => id === open);
  useEffect(() => {
    document.title = 'Approvals · Desk';
  }, []);
  const finish = (words: string) => {
    setDone(words);
    void navigate({ to: '/approvals', search: {} });
    void list.refetch();
  };
  return (
    <section className="ap-page">
      <header className="ap-head">
        <h1>Approvals</h1>
        <p role="status">{rows && countWords(rows, list.hasNextPage)}</p>
        <Button
          className="button soft"
          onPress={() => void list.refetch()}
          isPending={list.isFetching}
        >
          Read again
        </Button>
      </header>
      {done && (
        <p className="ap-done" role="status">
          {done}
        </p>
      )}
      <Wrong error={list.error} />
      {list.isPending && <Skeleton />}
      {rows?.length === 0 && <Nothing />}
      {rows && rows.length > 0 && (
        <div className="ap-desk">
          <ListColumn rows={rows} open={open}>
            {list.hasNextPage && (
              <Button
                className="button soft"
                onPress={() => void list.fetchNextPage()}
                isPending={list.isFetchingNextPage}
              >
                More
              </Button>
            )}
          </ListColumn>
          {chosen ? (
            <ProposalView key={chosen.id} proposal={chosen} onDone={finish} />
          ) : (
            <p className="ap-none">
              {open && !list.isFetching
                ? 'This proposal no longer waits. It was confirmed, declined or replaced, or it has expired.'
                : 'Open a proposal to see what it changes.'}
            </p>
          )}
        </div>
      )}
    </section>
  );
}

type ListProps = { rows: readonly Waiting[]; open: string | undefined; children: ReactNode };

/** The list moves by J and K or the arrows, and its links open by Enter. */
function ListColumn({ rows, open, children }: ListProps) {
  const column = useRef<HTMLDivElement>(null);
  const move = (by: number) => () => {
    const links = [...(column.current?.querySelectorAll('a') ?? [])];
    const focused = links.indexOf(document.activeElement as HTMLAnchorElement);
    const from = focused >= 0 ? focused : rows.findIndex(({ id }) => id === open);
    links[Math.max(0, Math.min(from + by, links.length - 1))]?.focus();
  };
  useKeys({ j: move(1), arrowdown: move(1), k: move(-1), arrowup: move(-1) });
  return (
    <div ref={column} className="ap-column">
      <ProposalList rows={rows} open={open} />
      {children}
    </div>
  );
}

function countWords(rows: readonly Waiting[], hasMore: boolean): string {
  if (rows.length === 0) return '';
  const count = `${rows.length}${hasMore ? ' or more' : ''}`;
  return `${count} ${rows.length === 1 ? 'waits' : 'wait'}, the oldest first`;
}

function Nothing() {
  return (
    <div className="ap-empty">
      <h2>Nothing waits for a second person</h2>
      <p>
        Changes that need two people appear here: large limits, settings, corrections, payouts,
        waived charges and staff. Each shows what it changes, who proposed it and why.
      </p>
    </div>
  );
}

/** Rows of the real height, so that nothing moves when the list arrives. */
function Skeleton() {
  return (
    <div className="ap-desk" aria-busy="true">
      <div className="ap-column">
        {['first', 'second', 'third', 'fourth'].map((row) => (
          <span key={row} className="ap-bone" />
        ))}
      </div>
    </div>
  );
}
