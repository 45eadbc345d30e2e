// The certificate of full payment, for a loan that was repaid or was returned within cooling-off.
// It is printed from the current books at each request.
import { formatPesos } from '@sandali/contract/money.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import { viewBills } from '#/loan/loan.ts';
import { manilaDayOf, todayOf } from '#/platform/days.ts';
import { say } from '#/texts/say.ts';
import { plainDay } from '#/texts/written-day.ts';
import { type DatedPaper, issuedPaper, partiesOf } from './words.ts';

/**
 * Returns a loan's certificate in the caller's language; null unless the loan was repaid or
 * returned.
 */
export async function certificateOf(
  ctx: BorrowerCtx,
  read: Read,
  loanId: string,
): Promise<DatedPaper | null> {
  const { locale } = ctx;
  const [[bill], { lender, borrower }] = await Promise.all([
    viewBills(read, ctx.who.borrowerId, { loanId }, todayOf(ctx.now)),
    partiesOf(ctx, read),
  ]);
  if (!bill) return null;
  const { row, shown } = bill;
  if ((row.settled_as !== 'repaid' && row.settled_as !== 'cooledOff') || !row.settled_on)
    return null;
  const isReturned = row.settled_as === 'cooledOff';
  const paper = issuedPaper(ctx, lender, {
    title: say(locale, 'document.certificate.title'),
    about: say(
      locale,
      isReturned ? 'document.certificate.aboutReturned' : 'document.certificate.about',
      { lender: lender.name },
    ),
    section: {
      title: say(locale, 'document.certificate.section'),
      look: 'figures',
      blocks: [
        {
          heading: null,
          rows: [
            [say(locale, 'document.certificate.borrower'), borrower],
            [say(locale, 'document.certificate.loan'), row.reference_no],
            [say(locale, 'document.certificate.principal'), formatPesos(shown.principalCentavos)],
            [
              say(locale, 'document.certificate.signed'),
              plainDay(locale, manilaDayOf(row.signed_at)),
            ],
            [say(locale, 'document.certificate.arrived'), plainDay(locale, row.arrived_on)],
            [say(locale, 'document.certificate.paid'), formatPesos(shown.paidCentavos)],
            [
              say(
                locale,
                isReturned ? 'document.certificate.returned' : 'document.certificate.repaid',
              ),
              plainDay(locale, row.settled_on),
              'strong',
            ],
          ],
        },
      ],
    },
  });
  return { referenceNo: row.reference_no, paper };
}
