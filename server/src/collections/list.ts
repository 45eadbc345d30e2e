// The call list: its pages, and how many bills each bucket has.
import { peopleOf } from '#/account/account.ts';
import type { StaffCtx } from '#/commands/command.ts';
import { maskName, maskPhone } from '#/commands/mask.ts';
import { type Place, pageLength } from '#/commands/page.ts';
import type { Read } from '#/db/database.ts';
import { type BillView, viewOpenBills } from '#/loan/loan.ts';
import { manilaDayOf, todayOf, wireDay, wireInstant } from '#/platform/days.ts';
import { callingOf } from './calling.ts';
import { type Age, ages, type Bucket, firstCountedDay } from './rules.ts';
import * as store from './store.ts';

type Filter = {
  after?: Place | undefined;
  bucket?: Bucket | undefined;
  owner?: 'mine' | undefined;
};

/**
 * Returns a page of bills, either those with a kept promise or all others, longest overdue first.
 * Queries until the page is full or no bills are left.
 */
export async function listBills(
  ctx: StaffCtx,
  tx: Read,
  { after, bucket, owner }: Filter,
  { isPromised }: { isPromised: boolean },
) {
  const today = todayOf(ctx.now);
  const page: { row: Row; bill: BillView }[] = [];
  const answer = async (next: Place | null) => ({
    data: {
      bucket: bucket ?? null,
      owner: owner ?? null,
      today,
      bills: await viewRows(ctx, tx, page),
      next,
    },
  });
  let place = after ?? null;
  for (;;) {
    const rows = await store.overdueBills(tx, {
      today,
      bucket: bucket ?? null,
      heldBy: owner === 'mine' ? ctx.who : null,
      after: place,
      isPromised,
      limit: pageLength,
    });
    const bills = await viewOpenBills(
      tx,
      rows.map((row) => row.loan_id),
      today,
    );
    const billOf = new Map(bills.map((bill) => [bill.shown.loanId as string, bill]));
    for (const row of rows) {
      if (page.length === pageLength) return await answer(place);
      const bill = billOf.get(row.loan_id);
      const isBroken = bucket !== 'brokenToday' || (bill && missedYesterday(bill, ctx.now));
      if (bill && isBroken && isPromised === (bill.shown.promised !== null))
        page.push({ row, bill });
      place = { on: wireDay(row.last_free_on), id: row.loan_id };
    }
    if (rows.length < pageLength) return await answer(null);
  }
}

type Row = Awaited<ReturnType<typeof store.overdueBills>>[number];

async function viewRows(ctx: StaffCtx, tx: Read, page: readonly { row: Row; bill: BillView }[]) {
  const { app, now } = ctx;
  const day = manilaDayOf(now);
  const ids = page.map(({ row }) => row.borrower_id);
  const people = await peopleOf(tx, app.sealer, ids);
  const calls = await store.callsSince(tx, [...new Set(ids)], firstCountedDay(day));
  return page.map(({ row, bill }) => {
    const { shown, facts } = bill;
    const owner = people.get(row.borrower_id);
    return {
      loan: shown.loanId,
      reference: shown.referenceNo,
      person: row.borrower_id,
      name: owner?.name ? maskName(owner.name) : null,
      phone: owner ? maskPhone(owner.phone) : null,
      days: shown.overdueDays,
      owedCentavos: shown.currentDue.owedCentavos,
      on: shown.currentDue.on,
      nextPart: shown.promised && {
        amountCentavos: shown.promised.amountCentavos,
        on: shown.promised.on,
      },
      hadPromise: facts.promises.length > 0,
      lastCall: row.called_at && { outcome: row.outcome, at: wireInstant(row.called_at) },
      ...callingOf(bill, now, calls.get(row.borrower_id) ?? [], app.rulesOn(day)),
      owner: row.until_on && { by: row.taken_by, until: wireDay(row.until_on) },
    };
  });
}

/** Whether the bill's promise broke today: its first missed part was due yesterday. */
const missedYesterday = (bill: BillView, now: Temporal.Instant): boolean =>
  bill.missedPart()?.on === wireDay(manilaDayOf(now).subtract({ days: 1 }));

/** Counts the open bills whose promised part was due yesterday and is not fully paid. */
export async function countBrokenPromises(tx: Read, now: Temporal.Instant): Promise<number> {
  return await store.countBroken(tx, manilaDayOf(now).subtract({ days: 1 }));
}

/** Returns how many bills without a kept promise each bucket has, and how many the caller holds. */
export async function countList({ who, now }: StaffCtx, tx: Read) {
  const today = manilaDayOf(now);
  const counts = await store.countBills(tx, { who, today });
  const view = (count: number) => ({
    count: Math.min(count, store.mostCounted),
    isMore: count > store.mostCounted,
  });
  return {
    data: {
      today: wireDay(today),
      buckets: [
        ...(Object.keys(ages) as Age[]).map((bucket) => ({ bucket, ...view(counts[bucket]) })),
        { bucket: 'brokenToday' as const, ...view(await countBrokenPromises(tx, now)) },
      ],
      mine: view(counts.mine),
    },
  };
}
