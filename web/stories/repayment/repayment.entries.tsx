import type { ReactNode } from 'react';
import { getText, type PlainTextId, useText } from '#/i18n/text.ts';
import type { Bill, Status } from '#/screens/repayment/answers.ts';
import { type BillProps, BillSkeleton, BillView } from '#/screens/repayment/BillDetail.tsx';
import { ChooseView } from '#/screens/repayment/ChooseView.tsx';
import { CodeScreen } from '#/screens/repayment/CodeScreen.tsx';
import { OrdersError, OrdersSkeleton, OrdersView } from '#/screens/repayment/Orders.tsx';
import { ChooseSkeleton, CodeSkeleton } from '#/screens/repayment/PaySkeletons.tsx';
import { ReturnSheet } from '#/screens/repayment/ReturnSheet.tsx';
import { GoneScreen } from '#/screens/repayment/StaleNote.tsx';
import { LoadErrorPage } from '#/shell/Query.tsx';
import { Screen } from '#/ui/Layout.tsx';
import type { Entry } from '#stories/entries.ts';
import { extendedBill, feeStatuses, toExtendBill } from '#stories/extension/extension.fixtures.ts';
import { nothing } from '#stories/fixtures.ts';
import { failed } from '#stories/queries.ts';
import { OldAnswerBar, ShellBar } from '#stories/ShellBar.tsx';
import { statuses } from './codes.fixtures.ts';
import {
  cappedBill,
  missedBill,
  promisedBill,
  promisedWays,
  takenBackBill,
  waivedBill,
  writtenOffBill,
} from './granted.fixtures.ts';
import { nearBills } from './near.fixtures.ts';
import { earlyBill, orders, overdueBill, repaidBill } from './repayment.fixtures.ts';
import {
  enoughBill,
  freshBill,
  lapsedBill,
  paidOffBill,
  returnedBill,
  returnedTakenBackBill,
  returningBill,
  returnWays,
  secondReturnBill,
} from './return.fixtures.ts';
import { earlyWays, pausedWays, ways } from './ways.fixtures.ts';

const telephone = '(02) 5550 0100';
const billOf: Record<string, Bill> = {
  early: earlyBill,
  toReturn: returningBill,
  returnCodeEnded: returningBill,
  returnLinkEnded: returningBill,
  returned: returnedBill,
  notReturned: lapsedBill,
  partToReturn: returningBill,
  partReturned: returningBill,
  partlyOfPlan: promisedBill,
};

const missed = {
  failure: {
    /** A getter, so that the message is in the screenshot's language. */
    get message() {
      return getText('http.503');
    },
  },
  onRetry: nothing,
};

const screen = (
  group: string,
  name: string,
  inner: ReactNode,
  title?: PlainTextId,
  due = 0,
): Entry => ({
  group,
  name,
  isScreen: true,
  ...(group === 'Orders' && { at: '/wealth', unused: 3, due }),
  draw: () => (
    <Screen>
      {title && <ShellBar title={title} />}
      {inner}
    </Screen>
  ),
});

function UnknownBill() {
  const text = useText();
  return (
    <GoneScreen title={text('repayment.missing.title')}>
      {text('repayment.missing.words')}
    </GoneScreen>
  );
}

const bill = (detail: Bill, over: Partial<BillProps> = {}) => (
  <BillView detail={detail} telephone={telephone} {...over} />
);

const returnSheet = (detail: Bill, isReturning = false) =>
  detail.coolingOff && (
    <ReturnSheet
      isDrawnOnly
      loanId={detail.bill.loanId}
      coolingOff={detail.coolingOff}
      isRepaid={detail.bill.state === 'repaid'}
      isReturning={isReturning}
      onReturn={nothing}
      onClose={nothing}
    />
  );

const choose = (over: Partial<Parameters<typeof ChooseView>[0]> = {}) => (
  <ChooseView
    ways={ways}
    how="full"
    onHow={nothing}
    isBusy={false}
    refusal={undefined}
    onEdit={nothing}
    onSend={nothing}
    announcement={{ shown: null, close: nothing }}
    {...over}
  />
);

// Components rather than elements, so that their texts are in the screenshot's language.
const OrdersNotLoaded = () => <OrdersError read={failed()} />;
const BillNotLoaded = () => <LoadErrorPage read={failed()} />;

export const entries: Entry[] = [
  screen('Orders', 'overdue, soon, later', <OrdersView orders={orders.full} />, undefined, 2),
  screen(
    'Orders',
    'everything at once, not up to date',
    <>
      <OldAnswerBar />
      <OrdersView orders={orders.busy} />
    </>,
    undefined,
    3,
  ),
  screen('Orders', 'nothing due yet', <OrdersView orders={orders.later} />),
  screen('Orders', 'a plan that is kept', <OrdersView orders={orders.planned} />),
  screen(
    'Orders',
    'a plan that is kept, another due tomorrow',
    <OrdersView orders={orders.plannedLater} />,
    undefined,
    1,
  ),
  screen('Orders', 'empty', <OrdersView orders={orders.empty} />),
  screen('Orders', 'money taken back is owed', <OrdersView orders={orders.claimed} />),
  screen('Orders', 'all settled, something to refund', <OrdersView orders={orders.calm} />),
  screen(
    'Orders',
    'a loan written off',
    <OrdersView
      orders={{
        ...orders.empty,
        settled: [{ ...writtenOffBill.bill, repaidOn: writtenOffBill.today }],
      }}
    />,
  ),
  screen('Orders', 'loading', <OrdersSkeleton />),
  screen('Orders', 'error', <OrdersNotLoaded />),
  screen('Bill', 'overdue', bill(overdueBill), 'title.bill'),
  screen('Bill', 'early, a part paid', bill(earlyBill, { old: missed }), 'title.bill'),
  ...nearBills.map(([name, detail]) => screen('Bill', name, bill(detail), 'title.bill', 1)),
  screen('Bill', 'repaid', bill(repaidBill, { telephone: '' }), 'title.bill'),
  screen('Bill', 'charges taken off', bill(waivedBill), 'title.bill'),
  screen('Bill', 'a payment taken back', bill(takenBackBill), 'title.bill'),
  screen('Bill', 'promised in parts', bill(promisedBill), 'title.bill'),
  screen('Bill', 'a promised part missed', bill(missedBill), 'title.bill'),
  screen('Bill', 'written off', bill(writtenOffBill), 'title.bill'),
  screen(
    'Bill',
    'payment on its way',
    bill({ ...overdueBill, bill: { ...overdueBill.bill, state: 'repaymentInProgress' } }),
    'title.bill',
  ),
  screen('Bill', 'may be returned', bill(freshBill), 'title.bill'),
  screen('Bill', 'return asked for', bill(returningBill), 'title.bill'),
  screen('Bill', 'enough paid to return it', bill(enoughBill), 'title.bill'),
  screen('Bill', 'paid off, may be returned', bill(paidOffBill), 'title.bill'),
  screen('Bill', 'not returned in time', bill(lapsedBill), 'title.bill'),
  screen('Bill', 'returned', bill(returnedBill), 'title.bill'),
  screen('Bill', 'returned, then taken back', bill(returnedTakenBackBill), 'title.bill'),
  screen('Bill', 'being extended', bill(toExtendBill), 'title.bill'),
  screen('Bill', 'extended', bill(extendedBill), 'title.bill'),
  screen('Bill', 'all charges reached', bill(cappedBill), 'title.bill'),
  screen('Bill', 'return sheet', returnSheet(freshBill)),
  screen('Bill', 'return sheet, the second within 90 days', returnSheet(secondReturnBill)),
  screen('Bill', 'return sheet, enough paid', returnSheet(enoughBill)),
  screen('Bill', 'return sheet, paid off', returnSheet(paidOffBill)),
  screen('Bill', 'return sheet, returning', returnSheet(enoughBill, true)),
  screen('Bill', 'loading', <BillSkeleton />, 'title.bill'),
  screen('Bill', 'error', <BillNotLoaded />, 'title.bill'),
  screen('Bill', 'unknown', <UnknownBill />, 'title.bill'),
  screen('Repay', 'all of it', choose(), 'title.repayment'),
  screen(
    'Repay',
    'a part, refused',
    choose({
      how: 'part',
      refusal: 'The minimum payment is ₱500.00.',
      announcement: { shown: 'Payments of today count today.', close: nothing },
    }),
    'title.repayment',
  ),
  screen(
    'Repay',
    'returning, a channel chosen',
    choose({ ways: returnWays, how: 'return', startChannel: 'pawnshop' }),
    'title.repayment',
  ),
  screen(
    'Repay',
    'all of it, though it may be returned',
    choose({ ways: returnWays }),
    'title.repayment',
  ),
  screen(
    'Repay',
    'returning, the second within 90 days',
    choose({ ways: { ...returnWays, coolingOff: secondReturnBill.coolingOff }, how: 'return' }),
    'title.repayment',
  ),
  screen(
    'Repay',
    'the promised part',
    choose({ ways: promisedWays, how: 'promised' }),
    'title.repayment',
  ),
  screen(
    'Repay',
    'all of it, a channel chosen',
    choose({ startChannel: 'pawnshop' }),
    'title.repayment',
  ),
  screen('Repay', 'in parts', choose({ startChannel: 'sevenEleven' }), 'title.repayment'),
  screen(
    'Repay',
    'in four parts, early',
    choose({ ways: earlyWays, startChannel: 'remittance' }),
    'title.repayment',
  ),
  screen(
    'Repay',
    'returning in parts',
    choose({ ways: returnWays, how: 'return', startChannel: 'remittance' }),
    'title.repayment',
  ),
  screen(
    'Repay',
    'in parts by the code for life',
    choose({ startChannel: 'cliqqLifelong' }),
    'title.repayment',
  ),
  screen('Repay', 'all of it, early', choose({ ways: earlyWays }), 'title.repayment'),
  screen('Repay', 'the gateway is turned off', choose({ ways: pausedWays }), 'title.repayment'),
  screen(
    'Repay',
    'getting the code',
    choose({ startChannel: 'pawnshop', isBusy: true }),
    'title.repayment',
  ),
  screen('Repay', 'loading', <ChooseSkeleton />, 'title.repayment'),
  screen('Payment code', 'loading', <CodeSkeleton />, 'title.repayment'),
  ...Object.entries<Status>({ ...statuses, ...feeStatuses }).map(([name, status]) =>
    screen(
      'Payment code',
      name,
      <CodeScreen status={status} bill={billOf[name] ?? overdueBill} telephone={telephone} />,
      'title.repayment',
    ),
  ),
];
