import { voucherList } from '@sandali/contract/voucher.ts';
import { useState } from 'react';
import { useAsk } from '#/kit/query.ts';
import { userGid } from '#/kit/session.ts';
import { type Tab, VouchersView } from './VouchersView.tsx';

/** My coupons (spec §2, /vouchers): available, used and invalid. */
export default function Vouchers() {
  const [tab, setTab] = useState<Tab>('available');
  const gid = userGid();
  const list = useAsk(voucherList, { userGid: (gid ?? '') as never }, { isOff: gid === null });
  return (
    <VouchersView
      list={list.data}
      tab={tab}
      onTab={setTab}
      failure={list.failure?.message ?? null}
      isRetrying={list.isRefreshing}
      onRetry={() => void list.refresh()}
    />
  );
}
