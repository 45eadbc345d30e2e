// Short type names for the responses that these screens show.
import type { billDetail } from '@sandali/contract/billDetail.ts';
import type { DataOf } from '@sandali/contract/call.ts';
import type { billList } from '@sandali/contract/loan.ts';
import type { repaymentChannelList, repaymentStatus } from '@sandali/contract/repayment.ts';

export type BillList = DataOf<typeof billList>;
export type Bill = DataOf<typeof billDetail>;
export type RepaymentOptions = DataOf<typeof repaymentChannelList>;
export type Status = DataOf<typeof repaymentStatus>;
