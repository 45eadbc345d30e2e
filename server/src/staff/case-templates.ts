// Ops: texts with which staff begin an answer, in the borrower's language. They are edited and sent
// by the commands that write.
import { type Locale, locales } from '@sandali/contract/locale.ts';
import { recipientOf } from '#/account/account.ts';
import { choice, option, optional } from '#/commands/arguments.ts';
import { command, type StaffCommand } from '#/commands/command.ts';
import type { TextId } from '#/texts/generated/table.ts';
import { say } from '#/texts/say.ts';
import { plainDay } from '#/texts/written-day.ts';
import { caseWord, mustFindCase } from './case-assignment.ts';
import type { CaseKind } from './case-kinds.ts';
import type { OpenCase } from './cases.store.ts';

type Template = {
  text: Extract<TextId, `template.${string}`>;
  /** What it says, for staff. */
  title: string;
  /** The command that sends it, and the outcome that it explains. */
  sentBy: string;
  outcome?: string;
  /** The kind of data request that it answers. */
  about?: string;
};

export const templates: Readonly<Record<CaseKind, readonly Template[]>> = {
  complaint: [
    { text: 'template.complaintLooking', title: 'We look into it', sentBy: 'complaint write' },
    { text: 'template.complaintReceipt', title: 'Send the receipt', sentBy: 'complaint write' },
    {
      text: 'template.complaintPaymentBooked',
      title: 'The payment is booked',
      sentBy: 'complaint answer',
    },
    {
      text: 'template.complaintPaymentMissing',
      title: 'The payment did not arrive',
      sentBy: 'complaint answer',
    },
    {
      text: 'template.complaintChargesRight',
      title: 'The charges are right',
      sentBy: 'complaint answer',
    },
    {
      text: 'template.complaintCalls',
      title: 'Sorry about the calls',
      sentBy: 'complaint answer',
    },
  ],
  dispute: [
    {
      text: 'template.disputeUpheld',
      title: 'They are right',
      sentBy: 'dispute answer',
      outcome: 'upheld',
    },
    {
      text: 'template.disputeDeclined',
      title: 'The decision stays',
      sentBy: 'dispute answer',
      outcome: 'declined',
    },
  ],
  request: [
    {
      text: 'template.requestCorrected',
      title: 'The data is corrected',
      sentBy: 'requests answer',
      outcome: 'done',
      about: 'correction',
    },
    {
      text: 'template.requestUnproven',
      title: 'A proof is missing',
      sentBy: 'requests answer',
      outcome: 'refused',
      about: 'correction',
    },
    {
      text: 'template.requestDeletion',
      title: 'Deleted when the law allows',
      sentBy: 'requests answer',
      outcome: 'done',
      about: 'deletion',
    },
    {
      text: 'template.requestOpenLoan',
      title: 'A loan is open',
      sentBy: 'requests answer',
      outcome: 'refused',
      about: 'deletion',
    },
    {
      text: 'template.requestWithdrawn',
      title: 'The consent is withdrawn',
      sentBy: 'requests answer',
      outcome: 'done',
      about: 'withdrawal',
    },
  ],
  // The owner of a recovery gets fixed messages.
  recovery: [],
  feedback: [{ text: 'template.feedbackThanks', title: 'Thank you', sentBy: 'feedback answer' }],
};

export function templateCommands(all: readonly StaffCommand[]): StaffCommand[] {
  return [
    command({
      name: 'cases templates',
      menu: 'Cases',
      label: 'Show texts for an answer',
      about:
        'Shows texts with which to begin a message or an answer in a case, in the borrower’s language and in English. Edit the text, and send it with the command beside it.',
      examples: ['cases templates CS-7KQ2-M4XX', 'cases templates CS-7KQ2-M4XX --language vi'],
      kind: 'look',
      roles: ['support', 'compliance', 'reviewer'],
      arguments: {
        case: caseWord,
        language: optional(option(choice(locales), 'another language than the borrower’s')),
      },
      run: async (ctx, tx, { case: subject, language }) => {
        const openCase = await mustFindCase(ctx, tx, all, subject);
        const { locale } = await recipientOf(ctx.app, tx, openCase.borrowerId);
        const data = {
          case: openCase.subject,
          borrowerLanguage: locale,
          language: language ?? locale,
          templates: templatesFor(openCase, language ?? locale),
        };
        return { data, detail: { case: openCase.subject } };
      },
      shows: ({ table }) =>
        table(
          (data) => data.templates,
          {
            text: (row) => row.title,
            'sent by': (row) => `${row.sentBy}${row.outcome ? ` --outcome ${row.outcome}` : ''}`,
            words: (row) => row.words,
            english: (row) => (row.words === row.english ? null : row.english),
          },
          {
            none: 'There is no text for a case of this kind.',
            lines: (data) => [`The borrower’s language: ${data.borrowerLanguage}`],
          },
        ),
    }),
  ];
}

/** Returns the templates of a case whose values are all known, filled in. */
function templatesFor({ kind, about, subject, dueOn }: OpenCase, locale: Locale) {
  const wordsIn = (text: Template['text'], language: Locale): string | null => {
    if (text !== 'template.complaintLooking') return say(language, text);
    return dueOn && say(language, text, { number: subject, day: plainDay(language, dueOn) });
  };
  return templates[kind]
    .filter((each) => each.about === undefined || each.about === about)
    .flatMap(({ text, title, sentBy, outcome = null }) => {
      const [words, english] = [wordsIn(text, locale), wordsIn(text, 'en')];
      const name = text.slice('template.'.length);
      return words && english ? [{ name, title, sentBy, outcome, words, english }] : [];
    });
}
