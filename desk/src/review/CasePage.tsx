// One application: first the reason for the looks, then the case, then what was decided.
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import type { PictureSide, Seen } from './answers.ts';
import { CaseView } from './CaseView.tsx';
import { Decided, type Outcome } from './Decided.tsx';
import { OpenCase } from './OpenCase.tsx';
import { useReviewDesk } from './ReviewPage.tsx';
import { CaseSkeleton } from './Skeleton.tsx';

/** A reload, or the way back, returns to the question for a reason: nothing is looked at by itself. */
export function CasePage({ id }: { id: string }) {
  const { review, leases, reason, refresh } = useReviewDesk();
  const [seen, setSeen] = useState<Seen | null>(null);
  const [decided, setDecided] = useState<Outcome | null>(null);
  const look = useMutation({
    mutationFn: async (typed: string): Promise<Seen> => {
      reason.current = typed;
      if (!leases.has(id)) {
        const { until } = await review.run('review take', { input: { application: id } });
        leases.set(id, until);
      }
      const picture = async (which: PictureSide) => {
        const input = { application: id, which };
        return (await review.run('review photo', { input, reason: typed })).jpeg;
      };
      const show = review.run('review show', {
        input: { application: id },
        reason: typed,
        reveal: true,
      });
      const [{ application }, front, selfie] = await Promise.all([
        show,
        picture('front'),
        picture('selfie'),
      ]);
      return { application, pictures: { front, selfie } };
    },
    onSuccess: (all) => {
      setSeen(all);
      // The mutation would keep the pictures otherwise.
      look.reset();
    },
    // The lease may have ended, so the next attempt takes the application again.
    onError: () => leases.delete(id),
  });
  useEffect(() => {
    document.title = 'Review a case · Desk';
  }, []);
  const onPicture = useCallback(
    (which: PictureSide, jpeg: string | null) =>
      setSeen((old) => old && { ...old, pictures: { ...old.pictures, [which]: jpeg } }),
    [],
  );
  const finish = (outcome: Outcome) => {
    leases.delete(id);
    setSeen(null);
    setDecided(outcome);
    refresh();
  };
  return (
    <section className="rv-page rv-case-page">
      {!seen && (
        <Link to="/review" className="rv-back">
          ← Queue
        </Link>
      )}
      {decided !== null && <Decided outcome={decided} />}
      {decided === null && !seen && !look.isPending && (
        <OpenCase id={id} error={look.error} onLook={look.mutate} onReleased={finish} />
      )}
      {decided === null && !seen && look.isPending && <CaseSkeleton />}
      {decided === null && seen && (
        <CaseView
          id={id}
          seen={seen}
          onSeen={(more) => setSeen((old) => old && { ...old, ...more })}
          onPicture={onPicture}
          until={leases.get(id) ?? null}
          onLookAgain={() => {
            setSeen(null);
            look.mutate(reason.current);
          }}
          onFinished={finish}
        />
      )}
    </section>
  );
}
