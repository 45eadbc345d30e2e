// Posts reports about payouts that had already failed or been reversed. The receiver owes the money
// until the receiver returns it or staff write it off.
import type { Tx } from '#/db/database.ts';
import { manilaDayOf, noLaterThan } from '#/platform/days.ts';
import { newId } from '#/platform/random.ts';
import { type Entry, post } from './post.ts';
import { contestedLost, contestedReturned, payoutContested } from './rules.ts';

/** A break on a payout, with the contested amount. */
type Contested = { payoutId: string; breakId: string; amountCentavos: number } & (
  | { state: 'paidAfterEnd'; paidAt: Temporal.Instant }
  | { state: 'returnedAfterEnd'; wasWrittenOff: boolean }
  | { state: 'writtenOffAfterEnd' }
);

/** Posts contested money that was paid, returned or written off. It belongs to no borrower. */
export async function postContested(
  tx: Tx,
  contested: Contested,
  now: Temporal.Instant,
): Promise<void> {
  const { key, at, ...fact } = factOf(contested, now);
  await post(tx, {
    ...fact,
    id: newId(now),
    factKey: `${key} ${contested.payoutId} ${contested.breakId}`,
    borrowerId: null,
    loanId: null,
    happenedAt: at,
    recordedAt: now,
    businessOn: manilaDayOf(at),
  });
}

type Fact = Pick<Entry, 'kind' | 'lines'> & { key: string; at: Temporal.Instant };

function factOf(contested: Contested, now: Temporal.Instant): Fact {
  const amount = BigInt(contested.amountCentavos);
  switch (contested.state) {
    case 'paidAfterEnd': {
      const at = noLaterThan(contested.paidAt, now);
      return { kind: 'payout.contested', key: 'contested', at, lines: payoutContested(amount) };
    }
    case 'writtenOffAfterEnd':
      return {
        kind: 'payout.contestedLost',
        key: 'contested-lost',
        at: now,
        lines: contestedLost(amount),
      };
    case 'returnedAfterEnd':
      return {
        kind: 'payout.contestedReturned',
        key: 'contested-returned',
        at: now,
        lines: contestedReturned(amount, contested.wasWrittenOff),
      };
  }
}
