// One collector holds a bill of the call list for some days, so that two do not call one person.
import type { StaffCtx } from '#/commands/command.ts';
import type { Tx } from '#/db/database.ts';
import { viewLockedBill } from '#/loan/loan.ts';
import { manilaDayOf, todayOf, wireDay } from '#/platform/days.ts';
import { Declined, invariant } from '#/platform/refuse.ts';
import * as store from './owners.store.ts';

/** How many Manila days a bill is held; the first is the day on which it was taken. */
const heldDays = 7;

/**
 * Takes an open bill for seven days. If its holder takes it again, the days restart.
 * @throws Declined if the bill is not open, or another person holds it
 */
export async function takeBill(ctx: StaffCtx, tx: Tx, reference: string) {
  const { shown } = await viewLockedBill(tx, reference, todayOf(ctx.now));
  const today = manilaDayOf(ctx.now);
  const untilOn = today.add({ days: heldDays - 1 });
  if (!(await store.takeBill(tx, shown.loanId, { who: ctx.who, today, untilOn }))) {
    const owner = await store.ownerOf(tx, shown.loanId, today);
    invariant(owner, 'a bill that cannot be taken has a holder');
    throw new Declined(refusalFor(owner));
  }
  return { loanId: shown.loanId, untilOn: wireDay(untilOn) };
}

/** Releases a bill. @throws Declined unless this person holds it, or is a manager */
export async function releaseBill(ctx: StaffCtx, tx: Tx, reference: string) {
  const { shown } = await viewLockedBill(tx, reference, todayOf(ctx.now));
  const owner = await store.ownerOf(tx, shown.loanId, manilaDayOf(ctx.now));
  if (!owner) throw new Declined('Nobody holds this bill.');
  if (owner.by !== ctx.who && !ctx.roles.includes('manager')) throw new Declined(refusalFor(owner));
  await store.releaseBill(tx, shown.loanId);
  return { loanId: shown.loanId };
}

/** @throws Declined if another person holds the bill */
export async function mustBeFree(
  { who, now }: Pick<StaffCtx, 'who' | 'now'>,
  tx: Tx,
  loanId: string,
): Promise<void> {
  const owner = await store.ownerOf(tx, loanId, manilaDayOf(now));
  if (owner && owner.by !== who) throw new Declined(refusalFor(owner));
}

const refusalFor = ({ by, untilOn }: store.Owner) =>
  `${by} holds this bill until the end of ${wireDay(untilOn)}. Ask them, or let a manager release it.`;
