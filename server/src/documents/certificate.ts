// The certificate of full payment, for a loan that was repaid or was returned within cooling-off.
// Each request prints it from the current books.
import type { Day } from '@sandali/contract/day.ts';
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
  const { ending, facts, shown, signedAt } = bill;
  if ((ending !== 'repaid' && ending !== 'cooledOff') || !shown.repaidOn) return null;
  const isReturned = ending === 'cooledOff';
  const dayText = (day: Day) => plainDay(locale, Temporal.PlainDate.from(day));
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
            [say(locale, 'document.certificate.loan'), shown.referenceNo],
            [say(locale, 'document.certificate.principal'), formatPesos(shown.principalCentavos)],
            [say(locale, 'document.certificate.signed'), plainDay(locale, manilaDayOf(signedAt))],
            [say(locale, 'document.certificate.arrived'), dayText(facts.arrivedOn)],
            [say(locale, 'document.certificate.paid'), formatPesos(shown.paidCentavos)],
            [
              say(
                locale,
                isReturned ? 'document.certificate.returned' : 'document.certificate.repaid',
              ),
              dayText(shown.repaidOn),
              'strong',
            ],
          ],
        },
      ],
    },
  });
  return { referenceNo: shown.referenceNo, paper };
}
