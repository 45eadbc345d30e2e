// /bill/statement/file: returns the statement of account as a PDF.

import {
  type AccountStatementLine,
  billStatementFile,
  partsOfLine,
} from '@sandali/contract/accountStatement.ts';
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { dayMs } from '@sandali/contract/day.ts';
import type { Locale } from '@sandali/contract/locale.ts';
import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import { formatMobile } from '@sandali/contract/phone.ts';
import { knownNameOf, phoneOf } from '#/account/account.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { issuePaper } from '#/context/paper-codes.ts';
import { allowsAnotherUse, consumeRateLimit, type RateLimit } from '#/context/rate-limit.ts';
import type { Done } from '#/context/write.ts';
import type { Read, Tx } from '#/db/database.ts';
import { todayOf } from '#/platform/days.ts';
import type { Paper, PaperRow } from '#/platform/pdf/paper.ts';
import { refuse } from '#/platform/refuse.ts';
import { say } from '#/texts/say.ts';
import { plainDay } from '#/texts/written-day.ts';
import { type AccountStatement, periodOf, readAccountStatement } from './account-statement.ts';

const filesADay = 20;

type Period = { fromOn: string; toOn: string };

/**
 * Checks that the borrower may print another file today. Files are limited because printing needs
 * much CPU time.
 */
export async function allowAccountStatementFile(
  ctx: BorrowerCtx,
  tx: Tx,
  input: RequestOf<typeof billStatementFile>,
): Promise<Done<Period>> {
  const period = periodOf(input, todayOf(ctx.now));
  await allowAccountStatementAgain(ctx, tx);
  return { ids: period };
}

/** Checks that a repeated request may print another file. This file counts like the first. */
export async function allowAccountStatementAgain(ctx: BorrowerCtx, tx: Tx): Promise<void> {
  if (!(await allowsAnotherUse(tx, filesOf(ctx), ctx.wall)))
    refuse(billStatementFile, 'statementsSpent');
}

const filesOf = ({ who }: BorrowerCtx): RateLimit => ({
  name: `statement:${who.borrowerId}`,
  limit: filesADay,
  windowMs: dayMs,
});

/**
 * Prints the file from the current books, outside any transaction, and counts it.
 * @throws Refused systemBusy
 */
export async function showAccountStatementFile(
  ctx: BorrowerCtx,
  read: Read,
  ids: Period,
): Promise<DataOf<typeof billStatementFile>> {
  const today = todayOf(ctx.now);
  const period = periodOf(ids as Parameters<typeof periodOf>[0], today);
  const { borrowerId } = ctx.who;
  const [statement, name, { companyName }] = await Promise.all([
    readAccountStatement(ctx.app.db, borrowerId, period, today),
    nameOf(ctx, read),
    ctx.app.settings.all(),
  ]);
  const paper = accountStatementPaper(statement, { locale: ctx.locale, name, lender: companyName });
  const bytes = await issuePaper(ctx, 'statement', paper);
  const isCounted = await consumeRateLimit(ctx.app.db, filesOf(ctx), ctx.wall);
  if (!isCounted) refuse(billStatementFile, 'statementsSpent');
  return {
    name: `sandali-statement-${period.fromOn}-${period.toOn}.pdf`,
    mediaType: 'application/pdf',
    bytes,
  };
}

/**
 * Returns the statement as a printable document: the totals first, then every entry with its parts.
 */
export function accountStatementPaper(
  statement: AccountStatement,
  { locale, name, lender }: { locale: Locale; name: string; lender: string },
): Paper {
  const day = (on: string) => plainDay(locale, Temporal.PlainDate.from(on));
  const { fromOn, toOn, today } = statement;
  return {
    language: locale,
    title: say(locale, 'document.statement.title'),
    subtitle: say(locale, 'document.statement.madeFor', { name, from: day(fromOn), to: day(toOn) }),
    about: say(locale, 'document.statement.about', { lender, day: day(today) }),
    pageWord: say(locale, 'document.data.page'),
    noneWord: say(locale, 'document.data.none'),
    sections: [
      {
        title: say(locale, 'document.statement.section.sum'),
        blocks: [{ heading: null, rows: sumRows(statement, locale, day) }],
      },
      {
        title: say(locale, 'document.statement.section.entries'),
        blocks: statement.lines.map((line) => ({
          heading: `${day(line.on)} · ${say(locale, `document.statement.kind.${line.kind}`)}`,
          rows: lineRows(line, locale, day),
        })),
      },
    ],
  };
}

/** Returns the name on the borrower's ID, or the phone number if no name is saved yet. */
async function nameOf({ app: { sealer }, who }: BorrowerCtx, read: Read): Promise<string> {
  const known = await knownNameOf(read, sealer, who.borrowerId);
  return known?.name ?? formatMobile(await phoneOf(read, sealer, who.borrowerId));
}

const changeText = (amount: Centavos) => `${amount > 0 ? '+' : ''}${formatPesos(amount)}`;

function sumRows(
  {
    fromOn,
    toOn,
    openingCentavos,
    closingCentavos,
    pending,
    owedCentavos,
    writtenOffCentavos,
    keptCentavos,
  }: AccountStatement,
  locale: Locale,
  day: (on: string) => string,
): PaperRow[] {
  return [
    [say(locale, 'document.statement.opening', { day: day(fromOn) }), formatPesos(openingCentavos)],
    [say(locale, 'document.statement.closing', { day: day(toOn) }), formatPesos(closingCentavos)],
    ...(pending && pending.interestCentavos > 0
      ? [
          [
            say(locale, 'document.statement.pendingInterest'),
            formatPesos(pending.interestCentavos),
          ] as const,
        ]
      : []),
    ...(pending && pending.lateCentavos > 0
      ? [
          [
            say(locale, 'document.statement.pendingLate'),
            formatPesos(pending.lateCentavos),
          ] as const,
        ]
      : []),
    ...(owedCentavos === null
      ? []
      : [[say(locale, 'document.statement.owed'), formatPesos(owedCentavos)] as const]),
    ...(writtenOffCentavos
      ? [[say(locale, 'document.statement.writtenOff'), formatPesos(writtenOffCentavos)] as const]
      : []),
    ...(keptCentavos > 0
      ? [[say(locale, 'document.statement.kept'), formatPesos(keptCentavos)] as const]
      : []),
  ];
}

function lineRows(
  line: AccountStatementLine,
  locale: Locale,
  day: (on: string) => string,
): PaperRow[] {
  return [
    ...(line.references.length > 0
      ? [[say(locale, 'document.statement.loan'), line.references.join(', ')] as const]
      : []),
    ...(line.countsOn === line.on
      ? []
      : [[say(locale, 'document.statement.countsFrom'), day(line.countsOn)] as const]),
    ...partsOfLine(line).map(
      ({ part, amountCentavos }) =>
        [say(locale, `document.statement.part.${part}`), formatPesos(amountCentavos)] as const,
    ),
    [say(locale, 'document.statement.change'), changeText(line.changeCentavos)],
    [say(locale, 'document.statement.balance'), formatPesos(line.balanceCentavos)],
  ];
}
