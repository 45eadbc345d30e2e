// For tests of complaints: good ones to begin with.
import type { RequestInputOf } from '@sandali/contract/call.ts';
import type { complaintCreate } from '@sandali/contract/cases.ts';

type Asked = RequestInputOf<typeof complaintCreate>;

/** "I paid, but it does not show", of a payment of this day. */
export function paymentNotShown(paidOn: string, more: object = {}): Asked {
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
    payment: payment as Asked['payment'],
    words: null,
  };
}

/** A complaint in words alone. */
export function complaintInWords(
  words: string,
  kind: 'charges' | 'collection' | 'personalData' | 'other' = 'charges',
): Asked {
  return { kind, loanId: null, payment: null, words };
}
