// A receipt shows how a payment is booked: the amount used for one loan, or the whole amount if
// none of it was used for a loan.
import { chainOf, type RepaymentChannel } from '@sandali/contract/channel.ts';
import { type Centavos, centavos, formatPesos } from '@sandali/contract/money.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import type { PaperRow } from '#/platform/pdf/paper.ts';
import { say } from '#/texts/say.ts';
import { plainDay } from '#/texts/written-day.ts';
import { findReceipt } from './receipts.store.ts';
import { loansWithPapers } from './store.ts';
import { type DatedPaper, issuedPaper, partiesOf } from './words.ts';

/**
 * Returns a payment's receipt in the caller's language; null if none of the payment was used for
 * the loan. If `loanId` is null, returns null if any of the payment was used for a loan.
 */
export async function receiptOf(
  ctx: BorrowerCtx,
  read: Read,
  loanId: string | null,
  receiptId: string,
): Promise<DatedPaper | null> {
  const { locale } = ctx;
  const { borrowerId } = ctx.who;
  const [[loan], receipt, { lender, borrower }] = await Promise.all([
    loanId === null
      ? []
      : loansWithPapers(read, { borrowerId, loanId, before: undefined, limit: 1 }),
    findReceipt(read, borrowerId, receiptId),
    partiesOf(ctx, read),
  ]);
  const payment = loan?.payments.find(({ sourceId }) => sourceId === receiptId);
  // The payout may have been reversed since the first request.
  if (!receipt || loan?.isVoid) return null;
  const [whole, kept] = [centavos(receipt.amount_centavos), centavos(receipt.kept_centavos)];
  const reversedCentavos = centavos(receipt.taken_back_centavos);
  if (loanId === null ? kept !== whole : !payment) return null;
  const part = payment ? centavos(BigInt(payment.amountCentavos)) : null;
  const row = (label: RowLabel, value: string): PaperRow => [
    say(locale, `document.receipt.${label}`),
    value,
  ];
  const amount = (label: RowLabel, value: Centavos) => row(label, formatPesos(value));
  const rows: PaperRow[] = [
    row('from', borrower),
    ...(loan ? [row('loan', loan.referenceNo)] : []),
    [
      say(locale, part === null ? 'document.receipt.received' : 'document.receipt.amount'),
      formatPesos(part ?? whole),
      'strong',
    ],
    ...(part === null || part === whole ? [] : [amount('whole', whole)]),
    ...(reversedCentavos > 0 ? [amount('takenBack', reversedCentavos)] : []),
    ...(kept > 0 ? [amount('kept', kept)] : []),
    ...(payment?.extendedTo
      ? [row('extended', plainDay(locale, Temporal.PlainDate.from(payment.extendedTo)))]
      : []),
    row('on', plainDay(locale, receipt.value_on)),
    row('channel', paidBy(ctx, receipt.channel as RepaymentChannel)),
    row('number', receipt.gateway_payment_id),
  ];
  const paper = issuedPaper(ctx, lender, {
    title: say(locale, 'document.receipt.title'),
    about: [
      say(locale, 'document.receipt.about', { lender: lender.name }),
      ...(kept > 0 ? [say(locale, 'document.receipt.aboutKept')] : []),
    ].join(' '),
    section: {
      title: say(locale, 'document.receipt.section'),
      look: 'figures',
      blocks: [{ heading: null, rows }],
    },
  });
  return { referenceNo: loan?.referenceNo ?? receipt.value_on.toString(), paper };
}

type RowLabel =
  | 'from'
  | 'loan'
  | 'whole'
  | 'kept'
  | 'takenBack'
  | 'extended'
  | 'on'
  | 'channel'
  | 'number';

function paidBy({ locale, app }: BorrowerCtx, channel: RepaymentChannel): string {
  return (
    chainOf(app.catalogue.chains, channel)?.name ??
    say(locale, `document.repaymentChannel.${channel}`)
  );
}
