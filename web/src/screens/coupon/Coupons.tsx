import { voucherList } from '@sandali/contract/coupon.ts';
import { useState } from 'react';
import { useServerQuery } from '#/client/query.ts';
import { userGid } from '#/client/session.ts';
import { Query } from '#/shell/Query.tsx';
import { CouponsLoading, CouponsView, type Tab } from './CouponsView.tsx';

/** My coupons (spec §2, /vouchers): available, used and invalid. */
export default function Coupons() {
  const [tab, setTab] = useState<Tab>('available');
  const gid = userGid();
  const list = useServerQuery(voucherList, { userGid: (gid ?? '') as never }, { isOff: gid === null });
  return (
    <Query read={list} skeleton={<CouponsLoading />}>
      {(coupons) => <CouponsView list={coupons} tab={tab} onTab={setTab} />}
    </Query>
  );
}
