// A borrower's acceptance of the day's offer to extend a bill.
import type { RequestOf } from '@sandali/contract/call.ts';
import { mostExtensions, renewApply } from '@sandali/contract/extension.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Tx } from '#/db/database.ts';
import { billsOf } from '#/loan/bill.store.ts';
import { borrowerOf } from '#/loan/disclosure/borrower.ts';
import type { ExtensionOffer } from '#/loan/rules/extension.ts';
import { refuse } from '#/platform/refuse.ts';
import { writtenDay } from '#/texts/written-day.ts';
import { acceptOffer, extensionOf } from './extend.ts';
import { textOfExtension } from './extension-disclosure-statement.ts';
import { openExtension } from './store.ts';

type Offered = {
  offer: ExtensionOffer;
  /** Accepts the offer. @returns the extension's id */
  accept(): Promise<string>;
};

/**
 * Locks an open bill and returns today's offer.
 * @throws Refused unless the offer and its text are those that the borrower read
 */
export async function offeredExtension(
  ctx: BorrowerCtx,
  tx: Tx,
  input: RequestOf<typeof renewApply>,
): Promise<Offered> {
  const [row] = await billsOf(tx, ctx.who.borrowerId, { loanId: input.loanId }, true);
  if (!row) refuse(renewApply, 'loanUnknown');
  if (row.settled_as) refuse(renewApply, 'repaymentClosed');
  const offer = extensionOf(ctx, row);
  if ('obstacle' in offer) {
    refuse(renewApply, offer.obstacle, {
      from: writtenDay(ctx.locale, Temporal.PlainDate.from(offer.opensOn)),
      most: mostExtensions,
    });
  }
  const [accepted, known] = await Promise.all([
    openExtension(tx, row.id, offer.offeredOn),
    borrowerOf(ctx, tx),
  ]);
  const { text, hash } = await textOfExtension(ctx, row, offer, { accepted, known });
  const isSame =
    offer.totalCentavos === input.totalCentavos &&
    offer.dueOn === input.dueOn &&
    hash.toString('hex') === input.textHash;
  if (!isSame) refuse(renewApply, 'extensionChanged');
  return {
    offer,
    accept: () => acceptOffer(ctx, tx, row, offer, { text, hash }),
  };
}
