import type { Proposal } from '@sandali/contract/desk.ts';
import type { Pair } from '#/ui/Pairs.tsx';
import { timeOf } from '#/ui/words.ts';

type Story = Pick<Proposal, 'proposedBy' | 'proposedAt' | 'lapsesAt' | 'reason'>;

/** Returns who made a proposal, why, and until when it can be confirmed. */
export function storyOf({ proposedBy, proposedAt, lapsesAt, reason }: Story): Pair[] {
  return [
    ['Proposed by', `${proposedBy}, ${timeOf(proposedAt)}`],
    ['Why', reason],
    ['Until', lapsesAt ? timeOf(lapsesAt) : 'It does not expire.'],
  ];
}
