// Waivers in a booking: the change of each relief's waived amount, the entries and rows for that
// change, and waived remainders.
import type { WorkCtx } from '#/context/ctx.ts';
import type { Tx } from '#/db/database.ts';
import { chargesWaived, type Entry, remainderWaived, withLosses } from '#/ledger/ledger.ts';
import { insertWaived } from '#/loan/relief/store.ts';
import type { BillFacts } from '#/loan/rules/bill.ts';
import type { ReliefPart } from '#/loan/rules/relief.ts';
import { newIdFor } from '#/platform/random.ts';
import type { Part, Source, WaivedMoved } from './change.ts';

export function waivedMoved(before: BillFacts, after: BillFacts): WaivedMoved[] {
  const takes = (facts: BillFacts, id: string) => {
    const waiver = facts.waivers.find((candidate) => candidate.id === id);
    return waiver ? BigInt(waiver.lateCentavos) + BigInt(waiver.interestCentavos) : 0n;
  };
  return after.reliefs
    .map(({ id, on, part }) => ({
      decisionId: id,
      on,
      part,
      delta: takes(after, id) - takes(before, id),
    }))
    .filter(({ delta }) => delta !== 0n);
}

/** Returns the ids of written-off loans among the parts. */
export function writtenOffOf(parts: readonly Part[]): ReadonlySet<string> {
  return new Set(
    parts.filter(({ change }) => change.row.written_off_on).map(({ change }) => change.row.id),
  );
}

type WaivedEntry = { part: Part; moved: readonly WaivedMoved[]; entry: Entry };

/**
 * Returns entries for reliefs whose waived amount changed. If a relief waives less than before, the
 * difference is owed again.
 */
export function waivedEntries(
  ctx: WorkCtx,
  { sourceId, ...source }: Source & { sourceId: string },
  parts: readonly Part[],
  which: 'more' | 'less',
): WaivedEntry[] {
  return parts.flatMap((part) => {
    const loanId = part.change.row.id;
    const moved = part.waived.filter(({ delta }) => delta > 0n === (which === 'more'));
    if (moved.length === 0) return [];
    const sumOf = (wanted: ReliefPart) =>
      moved.reduce((sum, waived) => (waived.part === wanted ? sum + waived.delta : sum), 0n);
    const lines = withLosses(
      chargesWaived({ loanId, interestCentavos: sumOf('interest'), lateCentavos: sumOf('late') }),
      writtenOffOf([part]),
    );
    const entry: Entry = {
      borrowerId: source.borrowerId,
      happenedAt: source.happenedAt,
      businessOn: source.businessOn,
      recordedAt: ctx.now,
      id: newIdFor(source.borrowerId, ctx.now),
      kind: 'charges.waived',
      factKey: `waived ${which} ${sourceId} ${loanId}`,
      loanId,
      lines,
    };
    return [{ part, moved, entry }];
  });
}

/**
 * Returns entries for newly waived remainders, and for remainders that an earlier payment reduced.
 * The amount of a reduction is owed again.
 */
export function remainderEntries(
  ctx: WorkCtx,
  { sourceId, ...source }: Source & { sourceId: string },
  parts: readonly Part[],
  which: 'more' | 'less',
): Entry[] {
  const pick = (delta: bigint) => (delta > 0n === (which === 'more') ? delta : 0n);
  return parts.flatMap((part) => {
    const loanId = part.change.row.id;
    const { lateCentavos, interestCentavos, principalCentavos } = part.remainder;
    const waived = remainderWaived({
      loanId,
      lateCentavos: pick(lateCentavos),
      interestCentavos: pick(interestCentavos),
      principalCentavos: pick(principalCentavos),
    });
    if (waived.length === 0) return [];
    return [
      {
        borrowerId: source.borrowerId,
        happenedAt: source.happenedAt,
        businessOn: source.businessOn,
        recordedAt: ctx.now,
        id: newIdFor(source.borrowerId, ctx.now),
        kind: 'remainder.waived' as const,
        factKey: `remainder ${which} ${sourceId} ${loanId}`,
        loanId,
        lines: withLosses(waived, writtenOffOf([part])),
      },
    ];
  });
}

/** Stores the changed waivers and the entries that booked them. */
export async function writeWaived(
  ctx: WorkCtx,
  tx: Tx,
  entries: readonly WaivedEntry[],
): Promise<void> {
  for (const { part, moved, entry } of entries) {
    const { id: loanId, borrower_id: borrowerId } = part.change.row;
    await insertWaived(
      tx,
      moved.map(({ decisionId, on, delta }) => ({
        id: newIdFor(borrowerId, ctx.now),
        loanId,
        borrowerId,
        decisionId,
        valueOn: on,
        amountCentavos: delta,
        entryId: entry.id,
        at: ctx.now,
      })),
    );
  }
}
