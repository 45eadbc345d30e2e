// Checks the form of /refund against the server's limits. The server decides again when the refund
// is ordered.
import type { DataOf } from '@sandali/contract/call.ts';
import type { AccountId } from '@sandali/contract/id.ts';
import { type Centavos, formatPesos, type PesosFault, readPesos } from '@sandali/contract/money.ts';
import type { refundQuery } from '@sandali/contract/refund.ts';
import * as v from 'valibot';
import type { Values } from '#/client/useForm.tsx';

export type Refundable = DataOf<typeof refundQuery>;
export type RefundAccount = Refundable['accounts'][number];
export type RefundInput = { accountId: AccountId; amountCentavos: Centavos };
export type AmountProblem = PesosFault | 'small';

/**
 * Returns the minimum and maximum that can be sent to an account now. Without an account, the
 * maximum is the whole refundable amount.
 */
export function spanOf(
  { refundableCentavos }: Refundable,
  account: RefundAccount | undefined,
): { least: Centavos; most: Centavos } {
  if (!account) return { least: 1 as Centavos, most: refundableCentavos };
  const most =
    account.maximumCentavos < refundableCentavos ? account.maximumCentavos : refundableCentavos;
  return { least: account.minimumCentavos, most };
}

/** Parses a typed amount ('1,500.50') and checks it against the minimum and the maximum. */
export function readAmount(
  typed: string,
  { least, most }: ReturnType<typeof spanOf>,
): { amountCentavos: Centavos } | { problem: AmountProblem } {
  const read = readPesos(typed);
  if ('fault' in read) return { problem: read.fault };
  const { amountCentavos } = read;
  if (amountCentavos > most) return { problem: 'large' };
  return amountCentavos < least ? { problem: 'small' } : { amountCentavos };
}

export type RefundField = 'account' | 'amount';
export const payableOf = ({ accounts }: Refundable) =>
  accounts.filter((account) => account.canBePaid);
export const withoutSign = (amount: Centavos) => formatPesos(amount, { drop00: true }).slice(1);

export function startOf(refundable: Refundable): Values<RefundField> {
  const [first] = payableOf(refundable);
  return { account: first?.accountId ?? '', amount: withoutSign(spanOf(refundable, first).most) };
}

/** Returns the form's schema. Each issue has an `AmountProblem` as its message. */
export function refundForm(refundable: Refundable): v.GenericSchema<unknown, RefundInput> {
  return v.pipe(
    v.object({ account: v.string(), amount: v.string() }),
    v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
      const account = payableOf(refundable).find((account) => account.accountId === value.account);
      const read = readAmount(value.amount, spanOf(refundable, account));
      if (account && 'amountCentavos' in read)
        return { accountId: account.accountId, amountCentavos: read.amountCentavos };
      const [key, message] =
        'problem' in read ? (['amount', read.problem] as const) : (['account', 'empty'] as const);
      addIssue({
        message,
        path: [{ type: 'object', origin: 'value', input: value, key, value: value[key] }],
      });
      return NEVER;
    }),
  );
}

/**
 * Returns the scene for /refund: a refund that is in transit or named by the address, the form, an
 * amount too small to send, or nothing.
 */
export function sceneOf(
  { refund, refundableCentavos, leastCentavos }: Refundable,
  followed: string | null,
): 'result' | 'form' | 'tooLittle' | 'nothing' {
  if (refund && (refund.state === 'ordered' || refund.refundId === followed)) return 'result';
  if (refundableCentavos === 0) return 'nothing';
  return refundableCentavos < leastCentavos ? 'tooLittle' : 'form';
}
