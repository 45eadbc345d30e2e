import type { DataOf } from '@sandali/contract/call.ts';
import { couponTabs, usableCoupons, voucherList } from '@sandali/contract/coupon.ts';
import type { UserGid } from '@sandali/contract/id.ts';
import { useState } from 'react';
import { useServerQuery } from '#/client/query.ts';
import { userGid } from '#/client/session.ts';
import { useText } from '#/i18n/text.ts';
import { addressOf, paths } from '#/routes/paths.ts';
import { Query } from '#/shell/Query.tsx';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { Page, Stack } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { SkeletonRows } from '#/ui/Skeleton.tsx';
import { TabPanel, Tabs } from '#/ui/Tabs.tsx';
import { CouponTicket } from './CouponTicket.tsx';

/** My coupons (spec §2, /vouchers): available, used and invalid. */
export default function Coupons() {
  const [tab, setTab] = useState<Tab>('available');
  const gid = userGid();
  const list = useServerQuery(
    voucherList,
    { userGid: (gid ?? '') as UserGid },
    { isOff: gid === null },
  );
  return (
    <Query read={list} skeleton={<CouponsLoading />}>
      {(coupons) => <CouponsView list={coupons} tab={tab} onTab={setTab} />}
    </Query>
  );
}

type Tab = 'available' | 'used' | 'invalid';
const tabs: readonly Tab[] = ['available', 'used', 'invalid'];
const panelId = 'vouchers';

export type CouponsViewProps = {
  list: DataOf<typeof voucherList>;
  tab: Tab;
  onTab(tab: Tab): void;
};

/** The coupons as tickets in three tabs. An available coupon links to /loan. */
export function CouponsView({ list, tab, onTab }: CouponsViewProps) {
  const text = useText();
  const { today, discountInfoList } = list;
  const sorted = couponTabs(discountInfoList, today);
  const shown = sorted[tab];
  const canUse = tab === 'available' && usableCoupons(discountInfoList, today).length > 0;
  const options = tabs.map((value) => ({
    value,
    label:
      value === 'available'
        ? text('coupon.tab.available', { count: sorted.available.length })
        : text(`coupon.tab.${value}`),
  }));
  return (
    <>
      <Page gap={3}>
        <Tabs
          label={text('title.coupons')}
          panelId={panelId}
          options={options}
          value={tab}
          onChange={onTab}
        />
        <TabPanel id={panelId} value={tab}>
          {shown.length === 0 ? (
            <Empty isSmall picture="coupons" title={text(`coupon.none.${tab}`)}>
              {text(`coupon.none.${tab}.words`)}
            </Empty>
          ) : (
            <Stack gap={3}>
              {shown.map((voucher) => (
                <CouponTicket
                  key={voucher.voucherId}
                  voucher={voucher}
                  today={today}
                  state={tab === 'available' ? 'open' : 'gone'}
                />
              ))}
              {tab === 'available' && <Note tone="plain">{text('coupon.best')}</Note>}
            </Stack>
          )}
        </TabPanel>
      </Page>
      {canUse && (
        <Footer>
          <Dock>
            <ButtonLink href={addressOf('loan', {})}>{text('coupon.use')}</ButtonLink>
          </Dock>
        </Footer>
      )}
      {tab === 'available' && !canUse && shown.length === 0 && (
        <Footer>
          <Dock>
            <ButtonLink look="soft" href={paths.home}>
              {text('coupon.home')}
            </ButtonLink>
          </Dock>
        </Footer>
      )}
    </>
  );
}

export function CouponsLoading() {
  const text = useText();
  return (
    <Page gap={3}>
      <SkeletonRows label={text('coupon.loading')} />
    </Page>
  );
}
