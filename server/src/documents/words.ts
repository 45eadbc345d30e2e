// Text that several documents share.
import type { Locale } from '@sandali/contract/locale.ts';
import { knownNameOf } from '#/account/account.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import { manila, manilaDayOf } from '#/platform/days.ts';
import { type Lender, lenderOf } from '#/platform/lender.ts';
import type { Paper, PaperSection } from '#/platform/pdf/paper.ts';
import { invariant } from '#/platform/refuse.ts';
import { say } from '#/texts/say.ts';
import { plainDay } from '#/texts/written-day.ts';

/**
 * A document, its date (today by default), and the reference in its file name: the loan's reference
 * number, or a day.
 */
export type DatedPaper = { referenceNo: string; paper: Paper; on?: Temporal.PlainDate };

/** Formats an instant, for example '20 Nov 2026, 10:24, Manila time'. */
export function momentIn(locale: Locale, at: Temporal.Instant): string {
  const time = at.toZonedDateTimeISO(manila).toPlainTime().toString({ smallestUnit: 'minute' });
  return say(locale, 'document.signed.on', { day: plainDay(locale, manilaDayOf(at)), time });
}

/** Returns the current names of a document's issuer and recipient. */
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

/** Returns a document printed from the current books, with its issuer and the day of issue. */
export function issuedPaper(
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
