// The review screen: the queue, and the case that is open. The queue is read once, and again after
// a decision or by its button.
import './review.css';
import './queue.css';
import './case.css';
import './picture/picture.css';
import './decide/decide.css';
import type { Instant } from '@sandali/contract/day.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { createContext, useContext, useMemo, useRef } from 'react';
import { useScreenKeys } from '#/shell/screenKeys.ts';
import type { Queued } from './answers.ts';
import { type Review, useReview } from './useReview.ts';

type Desk = {
  review: Review;
  queue: { rows: readonly Queued[] | null; error: Error | null; isBusy: boolean };
  /** Reads the queue again. */
  refresh: () => void;
  /** Until when this person holds an application, by its id. It stays in memory. */
  leases: Map<string, Instant>;
  /** The reason that this person typed last. */
  reason: { current: string };
};

const DeskContext = createContext<Desk | null>(null);
const keys = [
  ['N', 'Take the oldest application'],
  ['A', 'Approve, or confirm a proposed limit'],
  ['P', 'Ask for a photo again'],
  ['R', 'Reject'],
  ['C', 'Note a call'],
  ['D', 'Decline a proposed limit'],
  ['1, 2', 'Choose the ID or the selfie'],
  ['+ − 0', 'Zoom in, zoom out, as it was'],
  ['[ ]', 'Turn left, turn right'],
  ['Arrows', 'Shift a zoomed picture'],
] as const;
const queueKey = ['review list'];

/** Returns what the pages of the review screen share. */
export function useReviewDesk(): Desk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('only the review screen has a queue');
  return desk;
}

export function ReviewPage() {
  const review = useReview();
  useScreenKeys(keys);
  const client = useQueryClient();
  const { data, error, isFetching } = useQuery({
    queryKey: queueKey,
    queryFn: async () => (await review.run('review list', { input: {} })).applications,
  });
  const leases = useRef(new Map<string, Instant>()).current;
  const reason = useRef('first look at the application');
  const desk = useMemo(
    () => ({
      review,
      queue: { rows: data ?? null, error, isBusy: isFetching },
      refresh: () => void client.refetchQueries({ queryKey: queueKey }),
      leases,
      reason,
    }),
    [review, data, error, isFetching, client, leases],
  );
  return (
    <DeskContext value={desk}>
      <Outlet />
    </DeskContext>
  );
}
