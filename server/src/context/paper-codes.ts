// Every PDF about money carries a signed code that anybody can check (contract/src/paperCode.ts).
// The server recognises the code by its signature alone.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import type { Locale } from '@sandali/contract/locale.ts';
import {
  type documentCheck,
  type PaperKind,
  readPaperCode,
  signedText,
} from '@sandali/contract/paperCode.ts';
import { manilaDayOf, wireDay } from '#/platform/days.ts';
import { printCertified } from '#/platform/pdf/certified.ts';
import type { Paper } from '#/platform/pdf/paper.ts';
import { Refused } from '#/platform/refuse.ts';
import { say } from '#/texts/say.ts';
import { plainDay } from '#/texts/written-day.ts';
import type { BorrowerCtx, Ctx } from './ctx.ts';

const purpose = 'paper';

/**
 * Renders a document with its code in the document's language, dated `on` (today by default).
 * @returns the PDF in base64
 * @throws Refused systemBusy
 */
export async function issuePaper(
  { app, now, who }: Pick<BorrowerCtx, 'app' | 'now' | 'who'>,
  kind: PaperKind,
  paper: Paper,
  on = manilaDayOf(now),
): Promise<string> {
  const locale = paper.language as Locale;
  const words = say(locale, 'document.check.words', {
    day: plainDay(locale, on),
    address: `${app.config.origin}/verify`,
  });
  const certificate = { title: say(locale, 'document.check.title'), words };
  const sign = (text: string) => app.sealer.sign(purpose, text).toString('hex');
  const turn = { lane: 'paper', key: who.borrowerId } as const;
  return (
    await printCertified({ ...paper, certificate }, { kind, on: wireDay(on), sign, turn })
  ).toString('base64');
}

/**
 * Returns the kind and day of a document whose code we signed; otherwise null. Does not read the
 * database, because issued documents are not stored.
 */
export async function checkPaperCode(
  { app }: Ctx,
  _read: unknown,
  input: RequestOf<typeof documentCheck>,
): Promise<DataOf<typeof documentCheck>> {
  const code = readPaperCode(input.code);
  if (!code) throw new Refused('paperCodeUnreadable');
  const isGenuine = app.sealer.isSigned(
    purpose,
    signedText(code),
    Buffer.from(code.signature, 'hex'),
  );
  return { genuine: isGenuine ? { kind: code.kind, on: code.on } : null };
}
