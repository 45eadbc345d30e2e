// Orders, bill and repayment in every state.

import type { ReactNode } from 'react';
import { type PlainTextId, textNow, useText } from '#/kit/text.ts';
import { BillView } from '#/screens/repayment/BillView.tsx';
import { CannotShow, GoneScreen } from '#/screens/repayment/CannotShow.tsx';
import { ChooseView } from '#/screens/repayment/ChooseView.tsx';
import { CodeScreen } from '#/screens/repayment/CodeScreen.tsx';
import { BillSkeleton, ChooseSkeleton, CodeSkeleton, WealthSkeleton } from '#/screens/repayment/Skeletons.tsx';
import { earlyBill, orders, overdueBill, repaidBill, statuses, ways } from '#/screens/repayment/testing.ts';
import { WealthError, WealthView } from '#/screens/repayment/WealthView.tsx';
import { Page, Screen } from '#/ui/Layout.tsx';
import type { Entry } from './entry.ts';
import { nothing } from './fixtures.ts';
import { ShellBar } from './ShellBar.tsx';

const telephone = '+63 2 8123 4567';
const failure = {
  /** In the language of the picture. */
  get message() {
    return textNow('net.abnormal');
  },
};
const missed = { failure, isRetrying: false, onRetry: nothing };

const screen = (group: string, name: string, inner: ReactNode, title?: PlainTextId): Entry => ({
  group,
  name,
  isScreen: true,
  ...(group === 'Orders' && { at: '/wealth', unused: 3 }),
  draw: () => (
    <Screen>
      {title && <ShellBar title={title} />}
      {inner}
    </Screen>
  ),
});

function UnknownBill() {
  const text = useText();
  return <GoneScreen title={text('repayment.missing.title')}>{text('repayment.missing.words')}</GoneScreen>;
}

const choose = (over: Partial<Parameters<typeof ChooseView>[0]> = {}) => (
  <ChooseView
    ways={ways}
    isPart={false}
    onPart={nothing}
    isBusy={false}
    refusal={undefined}
    onEdit={nothing}
    onSend={nothing}
    news={null}
    onNewsClose={nothing}
    {...over}
  />
);

export const entries: Entry[] = [
  screen('Orders', 'overdue, soon, later', <WealthView orders={orders.full} />),
  screen('Orders', 'everything at once, not up to date', <WealthView orders={orders.busy} old={missed} />),
  screen('Orders', 'nothing due yet', <WealthView orders={orders.later} />),
  screen('Orders', 'empty', <WealthView orders={orders.empty} />),
  screen('Orders', 'all settled, something to refund', <WealthView orders={orders.calm} />),
  screen('Orders', 'loading', <WealthSkeleton />),
  screen('Orders', 'error', <WealthError {...missed} />),
  screen('Bill', 'overdue', <BillView detail={overdueBill} telephone={telephone} />, 'title.bill'),
  screen('Bill', 'early, a part paid', <BillView detail={earlyBill} telephone={telephone} old={missed} />, 'title.bill'),
  screen('Bill', 'repaid', <BillView detail={repaidBill} telephone="" />, 'title.bill'),
  screen('Bill', 'loading', <BillSkeleton />, 'title.bill'),
  screen(
    'Bill',
    'error',
    <Page>
      <CannotShow {...missed} />
    </Page>,
    'title.bill',
  ),
  screen('Bill', 'unknown', <UnknownBill />, 'title.bill'),
  screen('Repay', 'all of it', choose(), 'title.repayment'),
  screen(
    'Repay',
    'a part, refused',
    choose({ isPart: true, refusal: 'The smallest payment is ₱500.00.', news: 'Payments of today count today.' }),
    'title.repayment',
  ),
  screen('Repay', 'all of it, a channel chosen', choose({ startChannel: 'pawnshop' }), 'title.repayment'),
  screen('Repay', 'getting the code', choose({ startChannel: 'pawnshop', isBusy: true }), 'title.repayment'),
  screen('Repay', 'loading', <ChooseSkeleton />, 'title.repayment'),
  screen('Payment code', 'loading', <CodeSkeleton />, 'title.repayment'),
  ...Object.entries(statuses).map(([name, status]) =>
    screen(
      'Payment code',
      name,
      <CodeScreen status={status} bill={name === 'early' ? earlyBill : overdueBill} telephone={telephone} />,
      'title.repayment',
    ),
  ),
];
