// One person: first the reason for the look, then who they are, how they stand and what happened. A
// reload, or the way back, returns to the question for a reason: nothing is looked at by itself.
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ask } from '#/answer.ts';
import { useSession } from '#/session.ts';
import { LookForm } from '#/ui/LookForm.tsx';
import { Wrong } from '#/ui/Wrong.tsx';
import { type Timeline as Events, type Standing, zStanding, zTimeline } from './answers.ts';
import { reasons, useShared } from './BorrowerPage.tsx';
import { PersonHead } from './PersonHead.tsx';
import { StandingView } from './StandingView.tsx';
import { Timeline } from './Timeline.tsx';

type Seen = { standing: Standing; events: Events; isRevealed: boolean };

export function PersonPage({ person }: { person: string }) {
  const { commands } = useSession();
  const { reason, setReason } = useShared();
  const [seen, setSeen] = useState<Seen | null>(null);
  useEffect(() => {
    document.title = 'A person · Desk';
  }, []);
  const look = useMutation({
    mutationFn: async ({ isRevealed }: { isRevealed: boolean }): Promise<Seen> => {
      const request = { input: { person }, reason };
      const [standing, events] = await Promise.all([
        ask(commands, 'person standing', zStanding, {
          ...request,
          ...(isRevealed && { reveal: true as const }),
        }),
        seen?.events ?? ask(commands, 'person timeline', zTimeline, request),
      ]);
      return { standing, events, isRevealed };
    },
    onSuccess: (all) => {
      setSeen(all);
      // The mutation would keep the person's data otherwise.
      look.reset();
    },
  });
  const lookAgain = () => {
    setSeen(null);
    look.reset();
  };
  if (seen)
    return (
      <section className="bo-page bo-person">
        <PersonHead
          standing={seen.standing}
          isRevealed={seen.isRevealed}
          onReveal={() => look.mutate({ isRevealed: true })}
          onLookAgain={lookAgain}
          isBusy={look.isPending}
        />
        <Wrong error={look.error} />
        <div className="bo-desk">
          <StandingView standing={seen.standing} />
          <Timeline person={person} first={seen.events} />
        </div>
      </section>
    );
  return (
    <section className="bo-page">
      <Link to="/people" className="bo-back">
        ← Borrowers
      </Link>
      {look.isPending ? (
        <Skeleton />
      ) : (
        <LookForm
          reason={reason}
          onReason={setReason}
          reasons={reasons}
          about="For all looks at this person."
          isReported
          error={look.error}
          isBusy={false}
          onLook={() => look.mutate({ isRevealed: false })}
        >
          <h1>Open a person</h1>
        </LookForm>
      )}
    </section>
  );
}

/** The layout of the page while it is read, so that nothing moves when it arrives. */
function Skeleton() {
  return (
    <div aria-busy="true">
      <h1 className="hidden">Reading</h1>
      <div className="bo-desk">
        <div className="bo-standing">
          {['who', 'borrowing', 'bills', 'access'].map((part) => (
            <span key={part} className="bo-bone" />
          ))}
        </div>
        <div className="bo-standing">
          <span className="bo-bone bo-bone-high" />
        </div>
      </div>
    </div>
  );
}
