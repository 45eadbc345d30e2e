import type { HomeFacts } from './facts.ts';
import { RejectedCard } from './RejectedCard.tsx';
import { ReviewTimeline } from './ReviewTimeline.tsx';

/** An application under review with its way, or a refused one with its reason. */
export function ApplicationCard({ home, telephone }: { home: HomeFacts; telephone: string | undefined }) {
  const { state, reasonGroup } = home.credit;
  return state === 'rejected' ? <RejectedCard reasonGroup={reasonGroup} /> : <ReviewTimeline home={home} telephone={telephone} />;
}
