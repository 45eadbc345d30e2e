import type { Instant } from '@sandali/contract/day.ts';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Button } from 'react-aria-components';
import { Wrong } from '#/ui/Wrong.tsx';
import { ageOf, clockOf, pesos } from '#/ui/words.ts';
import type { Application } from './answers.ts';
import type { Act } from './CaseActs.tsx';
import { useReviewDesk } from './ReviewPage.tsx';

type Props = {
  application: Application;
  until: Instant | null;
  /** Whether another reviewer's proposal waits for this person. */
  isSecond: boolean;
  /** Whether this person proposed a limit, which another reviewer must confirm. */
  isOwnProposal: boolean;
  onAct: (act: Act) => void;
  onReleased: () => void;
  onLookAgain: () => void;
};

/** Whose case it is, how long it waits, and the acts with their keys. */
export function CaseHead({ application, until, isSecond, isOwnProposal, onAct, ...on }: Props) {
  const { review } = useReviewDesk();
  const { name, number, waitingMinutes, proposal } = application;
  const heading = useRef<HTMLHeadingElement>(null);
  const release = useMutation({
    mutationFn: () =>
      review.run('review release', { input: { application: application.application } }),
    onSuccess: on.onReleased,
  });
  useEffect(() => heading.current?.focus(), []);
  const act = (which: Act) => () => onAct(which);
  return (
    <header className="rv-case-head">
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {name}
        </h1>
        <p className="rv-counts">
          <Link to="/review" className="rv-back">
            ← Queue
          </Link>
          <span>Application no. {number}</span>
          {waitingMinutes !== null && <span>waits {ageOf(waitingMinutes)}</span>}
          {isOwnProposal && proposal && (
            <span className="badge" data-tone="warning">
              Another reviewer confirms your {pesos(proposal.limitCentavos)}
            </span>
          )}
          {until && (
            <span className="badge" data-tone="positive">
              Yours until {clockOf(until)}
            </span>
          )}
          <Button
            className="rv-link"
            onPress={() => release.mutate()}
            isPending={release.isPending}
          >
            Release
          </Button>
          <Button className="rv-link" onPress={on.onLookAgain}>
            Look again
          </Button>
        </p>
        <Wrong error={release.error} />
      </div>
      <div className="rv-acts">
        <Button
          className="button primary"
          onPress={act(isSecond ? 'confirm' : 'approve')}
          isDisabled={isOwnProposal}
        >
          {isSecond && proposal ? `Confirm ${pesos(proposal.limitCentavos)}` : 'Approve'}{' '}
          <kbd>A</kbd>
        </Button>
        {isSecond && (
          <Button className="button soft" onPress={act('decline')}>
            Decline <kbd>D</kbd>
          </Button>
        )}
        <Button className="button soft" onPress={act('photo')}>
          Photo again <kbd>P</kbd>
        </Button>
        <Button className="button soft danger" onPress={act('reject')}>
          Reject <kbd>R</kbd>
        </Button>
      </div>
    </header>
  );
}
