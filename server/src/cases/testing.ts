// Valid complaints for tests.
import type { RequestInputOf } from '@sandali/contract/call.ts';
import type { complaintCreate } from '@sandali/contract/cases.ts';

type Input = RequestInputOf<typeof complaintCreate>;

/** Returns a complaint that the app does not show a payment made on this day. */
export function paymentNotShown(paidOn: string, more: object = {}): Input {
  const payment = {
    channel: 'sevenEleven',
    paidOn,
    amountCentavos: 150_000,
    reference: 'OR 8831-22',
    ...more,
  } as const;
  return {
    kind: 'paymentNotShown',
    loanId: null,
    payment: payment as Input['payment'],
    words: null,
  };
}

/** Returns a complaint with a text and no payment. */
export function complaintInWords(
  words: string,
  kind: 'charges' | 'collection' | 'personalData' | 'other' = 'charges',
): Input {
  return { kind, loanId: null, payment: null, words };
}
