// Test helpers for extensions: a borrower whose bill is due, and the code and payment of a fee.
import { billDetail } from '@sandali/contract/billDetail.ts';
import type { DataOf } from '@sandali/contract/call.ts';
import { renewApply, renewCal } from '@sandali/contract/extension.ts';
import { repaymentStatus } from '@sandali/contract/repayment.ts';
import type { Person, TestApp } from './app.ts';
import type { moneySteps } from './money.ts';

type Offer = NonNullable<DataOf<typeof renewCal>['extension']>;

/** Returns the request fields that accept an offer whose disclosure statement was read. */
export function acceptanceOf({
  totalCentavos,
  dueAfter,
  textHash,
}: Pick<Offer, 'totalCentavos' | 'dueAfter' | 'textHash'>) {
  return { totalCentavos, dueOn: dueAfter.on, textHash, textRead: true as const };
}

/** Returns steps for extending loans of ₱60,000 for 8 days without a coupon. */
export function extensionSteps(
  app: TestApp,
  {
    debtor,
    pay,
    bookPayments,
  }: Pick<ReturnType<typeof moneySteps>, 'debtor' | 'pay' | 'bookPayments'>,
) {
  const ways = async ({ client }: Person, loanId: string) =>
    await client.must(renewCal, { loanId });
  const detail = async ({ client }: Person, loanId: string) =>
    await client.must(billDetail, { loanId });
  const status = async ({ client }: Person, repaymentId: string) =>
    await client.must(repaymentStatus, { repaymentId });
  const rowsOf = async (loanId: string) =>
    await app.db
      .selectFrom('extensions')
      .selectAll()
      .where('loan_id', '=', loanId)
      .orderBy('asked_at')
      .execute();
  const { today } = app;

  /** Moves business time to `after` days after the given day. */
  async function toDay(day: string, after = 0): Promise<void> {
    await app.addDays(Temporal.PlainDate.from(day).add({ days: after }).since(today()).days);
  }

  /** Accepts today's offer, and waits for the code that pays its fee at a shop. */
  async function feeCode(
    person: Person,
    loanId: string,
    channel: 'sevenEleven' | 'pawnshop' = 'sevenEleven',
  ) {
    const { extension } = await ways(person, loanId);
    if (!extension) throw new Error('not extended');
    const { repaymentId } = await person.client.must(renewApply, {
      loanId,
      channel,
      ...acceptanceOf(extension),
    });
    const code = await app.until('a code', async () => (await status(person, repaymentId)).code);
    return { repaymentId, code, extension };
  }

  /** Returns a borrower whose loan of ₱60,000 for 8 days arrived `days` ago. */
  async function dueDebtor(days = 8) {
    const { anna, loanId } = await debtor(8);
    await app.addDays(days);
    return { anna, loanId };
  }

  /** Extends a bill and pays the fee at a shop. */
  async function extend(person: Person, loanId: string) {
    const fee = await feeCode(person, loanId);
    await bookPayments(await pay(fee.code));
    return fee;
  }

  return { ways, detail, status, rowsOf, today, toDay, feeCode, dueDebtor, extend };
}
