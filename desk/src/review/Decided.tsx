import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Button } from 'react-aria-components';
import { useSession } from '#/session.ts';
import { useKeys } from '#/ui/useKeys.ts';
import { Wrong } from '#/ui/Wrong.tsx';
import { ageOf } from '#/ui/words.ts';
import type { Queued } from './answers.ts';
import { useReviewDesk } from './ReviewPage.tsx';
import { useNext } from './useNext.ts';

/** What has become of a case. */
export type Outcome = { headline: string; detail: string };

export const released: Outcome = {
  headline: 'Released, undecided',
  detail: 'Other reviewers can take it.',
};

/** What was decided, and the next case, which opens only on request. */
export function Decided({ outcome }: { outcome: Outcome }) {
  const { queue } = useReviewDesk();
  const { name } = useSession();
  const next = useNext();
  const heading = useRef<HTMLHeadingElement>(null);
  const take = () => {
    if (!next.isPending) next.mutate();
  };
  useKeys({ n: take });
  useEffect(() => heading.current?.focus(), []);
  const isFree = ({ holder, proposal }: Queued) =>
    !holder && !(proposal && !proposal.hasLapsed && proposal.by === name);
  const free = queue.rows?.filter(isFree) ?? [];
  const [first] = free;
  return (
    <div className="rv-open">
      <svg className="rv-tick" viewBox="0 0 40 40" aria-hidden="true">
        <path d="M12 21l6 6 11-13" />
      </svg>
      <div role="status">
        <h1 ref={heading} tabIndex={-1}>
          {outcome.headline}
        </h1>
        <p className="rv-counts">{outcome.detail}</p>
      </div>
      <Wrong error={next.error} />
      {first ? (
        <>
          <p>
            Next: <b>{first.name ?? 'an application'}</b>, waits {ageOf(first.waitingMinutes)}.{' '}
            {free.length === 1 ? 'It is the last one.' : `${free.length} are free.`}
          </p>
          <div className="rv-end">
            <Button className="button primary" onPress={take} isPending={next.isPending}>
              Take the next <kbd>N</kbd>
            </Button>
            <Link to="/review" className="button quiet">
              Back to the queue
            </Link>
          </div>
        </>
      ) : (
        <div className="rv-end">
          <p className="rv-counts">{queue.isBusy ? 'Reading the queue…' : 'Nobody else waits.'}</p>
          <Link to="/review" className="button soft">
            Back to the queue
          </Link>
        </div>
      )}
    </div>
  );
}
