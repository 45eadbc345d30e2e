// The document about a waiver: a charge that two people waived or corrected (docs/decisions/0023),
// or a remainder of less than one peso (docs/decisions/0032).
import { centavos, formatPesos } from '@sandali/contract/money.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import { say } from '#/texts/say.ts';
import { plainDay } from '#/texts/written-day.ts';
import { type LoanWithPapers, loansWithPapers } from './store.ts';
import { type DatedPaper, issuedPaper, partiesOf } from './words.ts';

/**
 * Returns the document about a decision's waiver, or about the waived remainder if `decisionId` is
 * null, in the caller's language. Returns null if nothing is waived now.
 */
export async function waiverOf(
  ctx: BorrowerCtx,
  read: Read,
  loanId: string,
  decisionId: string | null,
): Promise<DatedPaper | null> {
  const { locale } = ctx;
  const [[loan], { lender, borrower }] = await Promise.all([
    loansWithPapers(read, { borrowerId: ctx.who.borrowerId, loanId, before: undefined, limit: 1 }),
    partiesOf(ctx, read),
  ]);
  const waived = loan && !loan.isVoid && waivedOf(loan, decisionId);
  if (!waived) return null;
  const { referenceNo } = loan;
  const paper = issuedPaper(ctx, lender, {
    title: say(locale, 'document.waiver.title'),
    about: say(
      locale,
      waived.part === 'remainder' ? 'document.waiver.aboutRemainder' : 'document.waiver.about',
      { lender: lender.name },
    ),
    section: {
      title: say(locale, 'document.waiver.section'),
      look: 'figures',
      blocks: [
        {
          heading: null,
          rows: [
            [say(locale, 'document.waiver.borrower'), borrower],
            [say(locale, 'document.waiver.loan'), referenceNo],
            [
              say(locale, `document.waiver.part.${waived.part}`),
              formatPesos(centavos(waived.amount)),
              'strong',
            ],
            [say(locale, 'document.waiver.on'), plainDay(locale, waived.on)],
          ],
        },
      ],
    },
  });
  return { referenceNo, paper };
}

function waivedOf(loan: LoanWithPapers, decisionId: string | null) {
  if (decisionId === null) {
    const { repaidOn: on, remainderCentavos: amount } = loan;
    return on && amount > 0n ? { part: 'remainder' as const, on, amount } : null;
  }
  const waiver = loan.waivers.find((listed) => listed.decisionId === decisionId);
  return waiver
    ? {
        part: waiver.part,
        on: Temporal.PlainDate.from(waiver.on),
        amount: BigInt(waiver.amountCentavos),
      }
    : null;
}
