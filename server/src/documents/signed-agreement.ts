// The disclosure statement and the loan agreement as signed: the stored text and the record of the
// signature.

import type { LoanText } from '@sandali/contract/loanText.ts';
import { localeNames } from '@sandali/contract/locale.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import { acceptedStatementOf, signedLoanOf } from '#/loan/loan.ts';
import { manilaDayOf } from '#/platform/days.ts';
import type { Paper, PaperBlock, PaperSection } from '#/platform/pdf/paper.ts';
import { say } from '#/texts/say.ts';
import { type DatedPaper, momentIn } from './words.ts';

type SignedLoan = NonNullable<Awaited<ReturnType<typeof signedLoanOf>>>;

/** Returns a signed document in the language of its signature; null if no text is stored. */
export async function signedPaper(
  ctx: BorrowerCtx,
  read: Read,
  loanId: string,
  kind: 'agreement' | 'disclosure',
): Promise<DatedPaper | null> {
  const loan = await signedLoanOf(read, ctx.app.sealer, { borrowerId: ctx.who.borrowerId, loanId });
  return loan && dated(loan, kind === 'agreement' ? agreementPaper(loan) : disclosurePaper(loan));
}

/** Dates a document by its signature, so that every print is an identical file. */
const dated = ({ referenceNo, signedAt }: Signed, paper: Paper): DatedPaper => ({
  referenceNo,
  paper,
  on: manilaDayOf(signedAt),
});

/** Returns a loan's disclosure statement (RA 3765) as signed. */
export function disclosurePaper(loan: SignedLoan): Paper {
  return disclosureStatementPaper(loan, loan.text.statement);
}

/**
 * Returns the disclosure statement of the extension that a payment paid for, in the language in
 * which the borrower accepted it; null if no text is stored.
 */
export async function extensionPaper(
  ctx: BorrowerCtx,
  read: Read,
  receiptId: string,
): Promise<DatedPaper | null> {
  const { borrowerId } = ctx.who;
  const extension = await acceptedStatementOf(read, ctx.app.sealer, borrowerId, { receiptId });
  return (
    extension && dated(extension, disclosureStatementPaper(extension, extension.text.statement))
  );
}

/** Returns the disclosure statement of an accepted plan; null if no text is stored. */
export async function planPaper(
  ctx: BorrowerCtx,
  read: Read,
  planId: string,
): Promise<DatedPaper | null> {
  const { borrowerId } = ctx.who;
  const plan = await acceptedStatementOf(read, ctx.app.sealer, borrowerId, { planId });
  return plan && dated(plan, disclosureStatementPaper(plan, plan.text.statement));
}

function disclosureStatementPaper(loan: Signed, statement: LoanText['statement']): Paper {
  const figures: PaperSection = {
    title: null,
    look: 'figures',
    blocks: statement.groups.map((group) => ({
      heading: null,
      rows: group.map(({ label, value, isStrong }) =>
        isStrong ? ([label, value, 'strong'] as const) : ([label, value] as const),
      ),
    })),
  };
  const notes = { title: null, blocks: [{ heading: null, rows: [], words: statement.notes }] };
  return frame(loan, { title: statement.title, law: 'RA 3765', about: statement.advice }, [
    figures,
    notes,
  ]);
}

/** Returns a loan's agreement as signed. */
function agreementPaper(loan: SignedLoan): Paper {
  const { agreement } = loan.text;
  const blocks = agreement.clauses.map(
    ({ title, words }): PaperBlock => ({ heading: title, rows: [], words: [words] }),
  );
  return frame(loan, { title: agreement.title, law: null, about: '' }, [{ title: null, blocks }]);
}

/** The record of a signature or of an acceptance. */
type Signed = Omit<SignedLoan, 'text'> & { text: Pick<LoanText, 'locale' | 'version'> };
type Head = { title: string; law: string | null; about: string };

function frame(loan: Signed, { title, law, about }: Head, sections: PaperSection[]): Paper {
  const { locale } = loan.text;
  const of = say(locale, 'document.signed.of', { reference: loan.referenceNo });
  return {
    language: locale,
    title,
    subtitle: law ? `${of} · ${law}` : of,
    about,
    pageWord: say(locale, 'document.data.page'),
    noneWord: say(locale, 'document.data.none'),
    sections: [...sections, signature(loan)],
  };
}

/** Returns the section that records the signature. It is not part of the signed text. */
function signature({ text: { locale, version }, ...loan }: Signed): PaperSection {
  return {
    title: say(locale, 'document.signed.title'),
    blocks: [
      {
        heading: null,
        rows: [
          [say(locale, 'document.signed.at'), momentIn(locale, loan.signedAt)],
          [say(locale, 'document.signed.language'), localeNames[locale]],
          [say(locale, 'document.signed.version'), version],
          [say(locale, 'document.signed.session'), loan.sessionHash.toString('hex').slice(0, 16)],
          [say(locale, 'document.signed.hash'), inGroups(loan.hash.toString('hex'))],
        ],
        words: [say(locale, 'document.signed.about')],
      },
    ],
  };
}

/** Splits a hash into groups of sixteen digits, because a single word would overflow the page. */
const inGroups = (digits: string) => digits.replace(/.{16}(?=.)/g, '$& ');
