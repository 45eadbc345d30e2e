import { voucherList } from '@sandali/contract/coupon.ts';
import { useState } from 'react';
import { useAsk } from '#/kit/query.ts';
import { userGid } from '#/kit/session.ts';
import { Query } from '#/shell/Query.tsx';
import { type Tab, VouchersLoading, VouchersView } from './VouchersView.tsx';

/** My coupons (spec §2, /vouchers): available, used and invalid. */
export default function Vouchers() {
  const [tab, setTab] = useState<Tab>('available');
  const gid = userGid();
  const list = useAsk(voucherList, { userGid: (gid ?? '') as never }, { isOff: gid === null });
  return (
    <Query read={list} waiting={<VouchersLoading />}>
      {(coupons) => <VouchersView list={coupons} tab={tab} onTab={setTab} />}
    </Query>
  );
}
