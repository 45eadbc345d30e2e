// What the form of /refund shows of the server's limits. The server decides again when the refund is ordered.
import type { DataOf } from '@sandali/contract/call.ts';
import type { AccountId } from '@sandali/contract/id.ts';
import { type Centavos, cleanPesosInput, parsePesos } from '@sandali/contract/money.ts';
import type { refundQuery } from '@sandali/contract/refund.ts';

export type Refundable = DataOf<typeof refundQuery>;
export type RefundAccount = Refundable['accounts'][number];
export type Given = { accountId: AccountId; amountCentavos: Centavos };
export type AmountProblem = 'empty' | 'unreadable' | 'small' | 'large';

/** The most and the least that may go to an account now; without one, what is kept. */
export function spanOf({ refundableCentavos }: Refundable, account: RefundAccount | undefined): { least: Centavos; most: Centavos } {
  if (!account) return { least: 1 as Centavos, most: refundableCentavos };
  const most = account.maximumCentavos < refundableCentavos ? account.maximumCentavos : refundableCentavos;
  return { least: account.minimumCentavos, most };
}

/** Reads the amount as typed ('1,500.50'). */
export function readAmount(
  typed: string,
  { least, most }: ReturnType<typeof spanOf>,
): { amountCentavos: Centavos } | { problem: AmountProblem } {
  const cleaned = cleanPesosInput(typed);
  if (cleaned === '') return { problem: 'empty' };
  const amountCentavos = parsePesos(cleaned);
  if (amountCentavos === null) return { problem: 'unreadable' };
  if (amountCentavos > most) return { problem: 'large' };
  return amountCentavos < least ? { problem: 'small' } : { amountCentavos };
}

/** What the screen shows: a refund that is on its way or is being followed, the form, that too little is kept to be sent, or nothing. */
export function sceneOf(
  { refund, refundableCentavos, leastCentavos }: Refundable,
  followed: string | null,
): 'result' | 'form' | 'tooLittle' | 'nothing' {
  if (refund && (refund.state === 'ordered' || refund.refundId === followed)) return 'result';
  if (refundableCentavos === 0) return 'nothing';
  return refundableCentavos < leastCentavos ? 'tooLittle' : 'form';
}
