import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button, Cell, Column, Row, Table, TableBody, TableHeader } from 'react-aria-components';
import { useSession } from '#/session.ts';
import { useKeys } from '#/ui/useKeys.ts';
import { Wrong } from '#/ui/Wrong.tsx';
import { ageOf, clockOf, pesos, timeOf } from '#/ui/words.ts';
import type { Queued } from './answers.ts';
import { useReviewDesk } from './ReviewPage.tsx';
import { useNext } from './useNext.ts';
import { wordsOf } from './words.ts';

/** The applications that wait for a reviewer, oldest first. */
export function Queue() {
  const { queue, refresh, review } = useReviewDesk();
  const next = useNext();
  const mayTake = review.may('review take');
  const take = () => {
    if (mayTake && !next.isPending) next.mutate();
  };
  useKeys({ n: take });
  useEffect(() => {
    document.title = 'Review · Desk';
  }, []);
  return (
    <section className="rv-page">
      <header className="rv-head">
        <div>
          <h1>Review</h1>
          {!queue.error && <Counts rows={queue.rows} />}
        </div>
        <Button className="button soft" onPress={refresh} isPending={queue.isBusy}>
          Read again
        </Button>
        {mayTake && queue.rows?.length !== 0 && (
          <Button className="button primary" onPress={take} isPending={next.isPending}>
            Take the oldest <kbd>N</kbd>
          </Button>
        )}
      </header>
      <Wrong error={next.error} />
      <Wrong error={queue.error} />
      {queue.rows === null && !queue.error && <Skeleton />}
      {queue.rows?.length === 0 && <Nobody />}
      {queue.rows && queue.rows.length > 0 && <QueueTable rows={queue.rows} />}
    </section>
  );
}

function Counts({ rows }: { rows: readonly Queued[] | null }) {
  if (!rows) return <p className="rv-counts">Reading the queue…</p>;
  const late = rows.filter((row) => row.isLate).length;
  const held = rows.filter((row) => row.holder).length;
  return (
    <p className="rv-counts" role="status">
      <span>
        <b>{rows.length}</b> {rows.length === 1 ? 'waits' : 'wait'}
      </span>
      {late > 0 && (
        <span className="badge" data-tone="danger">
          {late} late
        </span>
      )}
      {held > 0 && <span className="badge">{held} held</span>}
    </p>
  );
}

function QueueTable({ rows }: { rows: readonly Queued[] }) {
  const navigate = useNavigate();
  const { name } = useSession();
  return (
    <div className="rv-table">
      <Table
        aria-label="Applications that wait, oldest first"
        onRowAction={(application) =>
          navigate({ to: '/review/$application', params: { application: `${application}` } })
        }
      >
        <TableHeader>
          <Column isRowHeader>Borrower</Column>
          <Column>Waits</Column>
          <Column>Why a person</Column>
          <Column>Held by</Column>
          <Column>Next</Column>
        </TableHeader>
        <TableBody>
          {rows.map((row) => (
            <Row key={row.application} id={row.application} textValue={row.name ?? 'No name'}>
              <Cell>
                <b>{row.name ?? '–'}</b>
              </Cell>
              <Cell>
                {ageOf(row.waitingMinutes)}
                {row.isLate && (
                  <span className="badge" data-tone="danger">
                    Late
                  </span>
                )}
              </Cell>
              <Cell className="rv-why">{row.rules.map(wordsOf).join(', ') || '–'}</Cell>
              <Cell>{row.holder ? holderWords(row.holder, name) : 'Free'}</Cell>
              <Cell>{nextWords(row, name)}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

function holderWords({ by, until }: NonNullable<Queued['holder']>, name: string): string {
  return `${by === name ? 'You' : by}, until ${clockOf(until)}`;
}

function nextWords({ proposal, callBackAt }: Queued, name: string): string {
  if (proposal && !proposal.hasLapsed)
    return proposal.by === name
      ? `Another reviewer confirms your ${pesos(proposal.limitCentavos)}`
      : `Confirm ${pesos(proposal.limitCentavos)} of ${proposal.by}`;
  return callBackAt ? `Call again ${timeOf(callBackAt)}` : 'Look and decide';
}

function Nobody() {
  return (
    <div className="empty">
      <svg viewBox="0 0 64 64" aria-hidden="true">
        <path d="M12 44h40M18 44a14 14 0 0 1 28 0M32 16v6M14 24l4 4M50 24l-4 4M20 51h24" />
      </svg>
      <h2>Nobody waits</h2>
      <p>
        Applications that a rule passes to a person appear here, the oldest first, with the reason
        and who holds them.
      </p>
    </div>
  );
}

/** Rows of the real height, so that nothing moves when the queue arrives. */
function Skeleton() {
  return (
    <div className="rv-table" aria-busy="true">
      {['first', 'second', 'third', 'fourth', 'fifth'].map((row) => (
        <div key={row} className="rv-bone-row">
          <span className="rv-bone" />
          <span className="rv-bone" />
          <span className="rv-bone" />
        </div>
      ))}
    </div>
  );
}
