// The document about a refund: surplus money that arrived at the borrower's account.
import { centavos, formatPesos } from '@sandali/contract/money.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { say } from '#/texts/say.ts';
import { plainDay } from '#/texts/written-day.ts';
import { findPaidRefund } from './receipts.store.ts';
import { type DatedPaper, issuedPaper, partiesOf } from './words.ts';

/**
 * Returns a refund's document in the caller's language; null if the refund is unpaid or reversed.
 */
export async function refundOf(
  ctx: BorrowerCtx,
  read: Read,
  refundId: string,
): Promise<DatedPaper | null> {
  const { locale } = ctx;
  const [refund, { lender, borrower }] = await Promise.all([
    findPaidRefund(read, ctx.who.borrowerId, refundId),
    partiesOf(ctx, read),
  ]);
  if (!refund?.ended_at) return null;
  const arrivedOn = manilaDayOf(refund.ended_at);
  const paper = issuedPaper(ctx, lender, {
    title: say(locale, 'document.refund.title'),
    about: say(locale, 'document.refund.about', { lender: lender.name }),
    section: {
      title: say(locale, 'document.refund.section'),
      look: 'figures',
      blocks: [
        {
          heading: null,
          rows: [
            [say(locale, 'document.refund.to'), borrower],
            [
              say(locale, 'document.refund.amount'),
              formatPesos(centavos(refund.amount_centavos)),
              'strong',
            ],
            [
              say(locale, 'document.refund.account'),
              `${refund.receiver_label} •••• ${refund.receiver_last4}`,
            ],
            [
              say(locale, 'document.refund.ordered'),
              plainDay(locale, manilaDayOf(refund.ordered_at)),
            ],
            [say(locale, 'document.refund.arrived'), plainDay(locale, arrivedOn)],
            ...(refund.gateway_id === null
              ? []
              : [[say(locale, 'document.refund.number'), refund.gateway_id] as const]),
          ],
        },
      ],
    },
  });
  return { referenceNo: arrivedOn.toString(), paper };
}
