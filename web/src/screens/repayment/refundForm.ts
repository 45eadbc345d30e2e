// What the form of /refund shows of the server's limits. The server decides again when the refund
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

/** The most and the least that may go to an account now; without one, what is kept. */
export function spanOf(
  { refundableCentavos }: Refundable,
  account: RefundAccount | undefined,
): { least: Centavos; most: Centavos } {
  if (!account) return { least: 1 as Centavos, most: refundableCentavos };
  const most =
    account.maximumCentavos < refundableCentavos ? account.maximumCentavos : refundableCentavos;
  return { least: account.minimumCentavos, most };
}

/** Reads the amount as typed ('1,500.50'). */
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

/**
 * The account, and the amount as typed: all that is kept, to the first account that can be paid,
 * until something else is chosen.
 */
export type RefundField = 'account' | 'amount';
export const payableOf = ({ accounts }: Refundable) => accounts.filter((one) => one.canBePaid);
export const withoutSign = (amount: Centavos) => formatPesos(amount, { drop00: true }).slice(1);

export function startOf(refundable: Refundable): Values<RefundField> {
  const [first] = payableOf(refundable);
  return { account: first?.accountId ?? '', amount: withoutSign(spanOf(refundable, first).most) };
}

/** The message of a rule is an `AmountProblem`. */
export function refundForm(refundable: Refundable): v.GenericSchema<unknown, RefundInput> {
  return v.pipe(
    v.object({ account: v.string(), amount: v.string() }),
    v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
      const account = payableOf(refundable).find((one) => one.accountId === value.account);
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
 * What the screen shows: a refund that is on its way or is being followed, the form, that too
 * little is kept to be sent, or nothing.
 */
export function sceneOf(
  { refund, refundableCentavos, leastCentavos }: Refundable,
  followed: string | null,
): 'result' | 'form' | 'tooLittle' | 'nothing' {
  if (refund && (refund.state === 'ordered' || refund.refundId === followed)) return 'result';
  if (refundableCentavos === 0) return 'nothing';
  return refundableCentavos < leastCentavos ? 'tooLittle' : 'form';
}
