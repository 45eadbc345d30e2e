import type { DataOf } from '@sandali/contract/call.ts';
import type { productCal } from '@sandali/contract/loan.ts';

type Quote = Pick<DataOf<typeof productCal>, 'quoteId' | 'disclosureHash'>;

/** Returns the input that signs a quoted loan, with both boxes ticked. */
export const agreedTo = ({ quoteId, disclosureHash }: Quote) =>
  ({ quoteId, disclosureHash, disclosureRead: true, agreementAccepted: true }) as const;
