// The case: both pictures beside what was typed, what is known, and the acts.
import type { Instant } from '@sandali/contract/day.ts';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import { useSession } from '#/session.ts';
import { useKeys } from '#/ui/useKeys.ts';
import { Wrong } from '#/ui/Wrong.tsx';
import { type PictureSide, pictureSides, type Seen } from './answers.ts';
import { type Act, CaseActs } from './CaseActs.tsx';
import { CaseHead } from './CaseHead.tsx';
import { type Outcome, released } from './Decided.tsx';
import { Calls } from './facts/Calls.tsx';
import { Checks, History, Limits } from './facts/Checks.tsx';
import {
  AccountFacts,
  HomeFacts,
  IdentityFacts,
  ReferenceFacts,
  WorkFacts,
} from './facts/TypedFacts.tsx';
import { PictureView } from './picture/PictureView.tsx';
import { useReviewDesk } from './ReviewPage.tsx';

type Props = {
  id: string;
  seen: Seen;
  onSeen: (more: Pick<Seen, 'application'>) => void;
  onPicture: (which: PictureSide, jpeg: string | null) => void;
  until: Instant | null;
  /** Looks at everything again, as it is now. */
  onLookAgain: () => void;
  onFinished: (outcome: Outcome) => void;
};

const labels: Readonly<Record<PictureSide, string>> = { front: 'ID front', selfie: 'Selfie' };

export function CaseView({ id, seen, onSeen, onPicture, until, onLookAgain, onFinished }: Props) {
  const { application, pictures } = seen;
  const { review, reason } = useReviewDesk();
  const { name: own } = useSession();
  const [chosen, setChosen] = useState<PictureSide>('front');
  const [act, setAct] = useState<Act | null>(null);
  const readAgain = useMutation({
    mutationFn: () => {
      const input = { application: id };
      return review.run('review show', { input, reason: reason.current, reveal: true });
    },
    onSuccess: onSeen,
  });
  const lookAgain = useMutation({
    mutationFn: (which: PictureSide) =>
      review.run('review photo', { input: { application: id, which }, reason: reason.current }),
    onSuccess: ({ which, jpeg }) => {
      onPicture(which, jpeg);
      lookAgain.reset();
    },
  });
  const goneOf = useMemo(
    () => ({ front: () => onPicture('front', null), selfie: () => onPicture('selfie', null) }),
    [onPicture],
  );
  const proposal = application.proposal?.hasLapsed === false ? application.proposal : null;
  const isSecond = proposal !== null && proposal.by !== own;
  const isOwnProposal = proposal?.by === own;
  const open = (next: Act) => () => setAct(next);
  useKeys({
    a: isOwnProposal ? null : open(isSecond ? 'confirm' : 'approve'),
    p: open('photo'),
    r: open('reject'),
    c: open('call'),
    d: isSecond ? open('decline') : null,
  });
  const wrong = readAgain.error ?? lookAgain.error;
  return (
    <>
      <CaseHead
        application={application}
        until={until}
        isSecond={isSecond}
        isOwnProposal={isOwnProposal}
        onAct={setAct}
        onReleased={() => onFinished(released)}
        onLookAgain={onLookAgain}
      />
      <Wrong error={wrong} />
      <div className="rv-case">
        <div className="rv-look">
          <div className="rv-pictures">
            {pictureSides.map((side, nth) => (
              <PictureView
                key={side}
                label={labels[side]}
                digit={`${nth + 1}`}
                jpeg={pictures[side]}
                isChosen={chosen === side}
                onChoose={() => setChosen(side)}
                onGone={goneOf[side]}
                onLookAgain={() => lookAgain.mutate(side)}
                isLooking={lookAgain.isPending}
              />
            ))}
          </div>
          <IdentityFacts application={application} />
        </div>
        <div className="rv-facts">
          <Checks application={application} />
          <Limits application={application} />
          <WorkFacts application={application} />
          <Calls
            application={application}
            action={
              <Button className="button soft rv-small" onPress={open('call')}>
                Note a call <kbd>C</kbd>
              </Button>
            }
          />
          <History application={application} />
          <ReferenceFacts application={application} />
          <HomeFacts application={application} />
          <AccountFacts application={application} />
        </div>
      </div>
      <CaseActs
        act={act}
        application={application}
        chosen={chosen}
        onClose={() => setAct(null)}
        onFinished={onFinished}
        onChanged={() => readAgain.mutate()}
      />
    </>
  );
}
