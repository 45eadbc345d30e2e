import type { Read } from '#/db/database.ts';
import { codesAndReceiptsOf } from './store.ts';

export type RepaymentPersonalData = {
  codes: {
    channel: string;
    amountCentavos: number | null;
    code: string | null;
    askedAt: Temporal.Instant;
    endsAt: Temporal.Instant | null;
  }[];
  receipts: {
    channel: string;
    amountCentavos: number;
    paidAt: Temporal.Instant;
    valueOn: Temporal.PlainDate;
    /** The payment's reversals, with their days. */
    takenBack: { cause: string; amountCentavos: number; on: string }[];
  }[];
};

export async function exportPersonalData(
  read: Read,
  borrowerId: string,
): Promise<RepaymentPersonalData> {
  const { codes, receipts } = await codesAndReceiptsOf(read, borrowerId);
  return {
    codes: codes.map((row) => ({
      channel: row.channel,
      amountCentavos: row.amount_centavos === null ? null : Number(row.amount_centavos),
      code: row.code,
      askedAt: row.asked_at,
      endsAt: row.ends_at,
    })),
    receipts: receipts.map((row) => ({
      channel: row.channel,
      amountCentavos: Number(row.amount_centavos),
      paidAt: row.paid_at,
      valueOn: row.value_on,
      takenBack: row.taken_back.map(({ cause, amount, on }) => ({
        cause,
        amountCentavos: Number(amount),
        on,
      })),
    })),
  };
}
