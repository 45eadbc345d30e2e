// A receipt: one payment as it counts on one loan, from the books.
import { chainOf, type RepaymentChannel } from '@sandali/contract/channel.ts';
import { centavos, formatPesos } from '@sandali/contract/money.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import { loansWithPapers } from '#/loan/loan.ts';
import type { PaperRow } from '#/platform/pdf/paper.ts';
import { invariant } from '#/platform/refuse.ts';
import { findReceipt } from '#/repayment/repayment.ts';
import { say } from '#/texts/say.ts';
import { plainDay } from '#/texts/written-day.ts';
import type { Made } from './get.ts';
import { issued, partiesOf } from './words.ts';

/** The receipt of a payment, in the caller's language; null where none of it is on the loan. */
export async function receiptOf(ctx: BorrowerCtx, read: Read, loanId: string, receiptId: string): Promise<Made | null> {
  const { locale } = ctx;
  const { borrowerId } = ctx.who;
  const [[loan], receipt, { lender, borrower }] = await Promise.all([
    loansWithPapers(read, { borrowerId, loanId, before: undefined, limit: 1 }),
    findReceipt(read, borrowerId, receiptId),
    partiesOf(ctx, read),
  ]);
  const payment = loan?.payments.find((one) => one.sourceId === receiptId);
  if (!loan || !payment) return null;
  invariant(receipt, 'money on a bill has its receipt');
  const part = BigInt(payment.amountCentavos);
  const rows: PaperRow[] = [
    [say(locale, 'document.receipt.from'), borrower],
    [say(locale, 'document.receipt.loan'), loan.referenceNo],
    [say(locale, 'document.receipt.amount'), formatPesos(centavos(part)), 'strong'],
    ...(receipt.amount_centavos === part
      ? []
      : [[say(locale, 'document.receipt.whole'), formatPesos(centavos(receipt.amount_centavos))] as const]),
    ...(payment.extendedTo
      ? [[say(locale, 'document.receipt.extended'), plainDay(locale, Temporal.PlainDate.from(payment.extendedTo))] as const]
      : []),
    [say(locale, 'document.receipt.on'), plainDay(locale, Temporal.PlainDate.from(payment.on))],
    [say(locale, 'document.receipt.channel'), paidBy(ctx, receipt.channel as RepaymentChannel)],
    [say(locale, 'document.receipt.number'), receipt.gateway_payment_id],
  ];
  const paper = issued(ctx, lender, {
    title: say(locale, 'document.receipt.title'),
    about: say(locale, 'document.receipt.about', { lender: lender.name }),
    section: { title: say(locale, 'document.receipt.section'), look: 'figures', blocks: [{ heading: null, rows }] },
  });
  return { referenceNo: loan.referenceNo, paper };
}

function paidBy({ locale, app }: BorrowerCtx, channel: RepaymentChannel): string {
  return chainOf(app.catalogue.chains, channel)?.name ?? say(locale, `document.repaymentChannel.${channel}`);
}
