// What several papers say alike.
import type { Locale } from '@sandali/contract/locale.ts';
import { knownNameOf } from '#/account/account.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import { type Lender, lenderOf } from '#/loan/loan.ts';
import { manila, manilaDayOf } from '#/platform/days.ts';
import type { Paper, PaperSection } from '#/platform/pdf/paper.ts';
import { invariant } from '#/platform/refuse.ts';
import { say } from '#/texts/say.ts';
import { plainDay } from '#/texts/written-day.ts';

/**
 * A paper, what its file is named after (the number of its loan, or the day of a paper of no loan),
 * and its day: that of the signature, else today.
 */
export type Made = { referenceNo: string; paper: Paper; on?: Temporal.PlainDate };

/** '20 Nov 2026, 10:24, Manila time'. */
export function momentIn(locale: Locale, at: Temporal.Instant): string {
  const time = at.toZonedDateTimeISO(manila).toPlainTime().toString({ smallestUnit: 'minute' });
  return say(locale, 'document.signed.on', { day: plainDay(locale, manilaDayOf(at)), time });
}

/** The issuer and the recipient of a document, with their present names. */
export async function partiesOf(
  ctx: BorrowerCtx,
  read: Read,
): Promise<{ lender: Lender; borrower: string }> {
  const [settings, known] = await Promise.all([
    ctx.app.settings.all(),
    knownNameOf(read, ctx.app.sealer, ctx.who.borrowerId),
  ]);
  invariant(known, 'a borrower with a loan has a known name');
  return { lender: lenderOf(settings), borrower: known.name };
}

/** A paper that is made now from the books: its sections, and who issues it on which day. */
export function issued(
  ctx: Pick<BorrowerCtx, 'locale' | 'now'>,
  lender: Lender,
  { title, about, section }: { title: string; about: string; section: PaperSection },
): Paper {
  const { locale, now } = ctx;
  return {
    language: locale,
    title,
    subtitle: say(locale, 'document.made', { day: plainDay(locale, manilaDayOf(now)) }),
    about,
    pageWord: say(locale, 'document.data.page'),
    noneWord: say(locale, 'document.data.none'),
    sections: [
      section,
      {
        title: say(locale, 'document.lender.name'),
        blocks: [
          {
            heading: lender.name,
            rows: [
              [say(locale, 'document.lender.registration'), lender.registrationNumber],
              [say(locale, 'document.lender.authority'), lender.authorityNumber],
              [say(locale, 'document.lender.address'), lender.address],
              [say(locale, 'document.lender.telephone'), lender.telephone],
            ],
          },
        ],
      },
    ],
  };
}
