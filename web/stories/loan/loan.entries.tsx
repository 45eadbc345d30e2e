import type { Arrival } from '@sandali/contract/arrival.ts';
import type { RefusalName } from '@sandali/contract/codes.ts';
import { asDay } from '@sandali/contract/day.ts';
import type { LoanText } from '@sandali/contract/loanText.ts';
import { centavos } from '@sandali/contract/money.ts';
import type { Payout } from '@sandali/contract/payoutChoice.ts';
import type { ReactNode } from 'react';
import { currentLocale, getText, type PlainTextId } from '#/i18n/text.ts';
import { AgreementSheet } from '#/screens/loan/Agreement.tsx';
import { CancelPanel } from '#/screens/loan/CancelLoan.tsx';
import { ConfirmView, type ConfirmViewProps } from '#/screens/loan/ConfirmView.tsx';
import { changesBetween } from '#/screens/loan/changes.ts';
import { FinishView } from '#/screens/loan/FinishSigning.tsx';
import { ResultWaiting } from '#/screens/loan/LoanResult.tsx';
import { LineInUse, LoanTaken, LoanWaiting } from '#/screens/loan/LoanStates.tsx';
import { LoanView, type LoanViewProps } from '#/screens/loan/LoanView.tsx';
import { PayoutPanel, type PayoutSheetProps } from '#/screens/loan/PayoutSheet.tsx';
import { ResultView } from '#/screens/loan/ResultView.tsx';
import type { Entry } from '#stories/entries.ts';
import { nothing } from '#stories/fixtures.ts';
import { failed, pending as loading } from '#stories/queries.ts';
import { ShellBar } from '#stories/ShellBar.tsx';
import {
  bankAccount,
  bankChannel,
  cashChannel,
  channelFixtures,
  factsFixture,
  forMoreFixture,
  heldFixture,
  loanAt,
  longQuoteFixture,
  productFixture,
  quoteArriving,
  quoteFixture,
  railArrivals,
  railChannels,
  readyFixture,
  shutFixtures,
  unpaidAccounts,
  unpaidChannel,
  walletChannel,
  walletsFixture,
} from './loan.fixtures.ts';
import loanTexts from './loanTexts.json' with { type: 'json' };
import {
  cashFixture,
  couponFixture,
  longCashFixture,
  longCouponFixture,
} from './prices.fixtures.ts';

/**
 * The server's documents for the prices in the fixtures
 * (server/src/loan/account-statement/account-statement.test.ts), in the gallery's language.
 */
const textOf = (price: keyof typeof loanTexts) => loanTexts[price][currentLocale()] as LoanText;

const screen = (name: string, draw: () => ReactNode): Entry => ({
  group: 'Loan',
  name,
  isScreen: true,
  draw,
});
const under = (title: PlainTextId, children: ReactNode) => (
  <>
    <ShellBar title={title} />
    {children}
  </>
);

const choose = (over: Partial<LoanViewProps> = {}) =>
  under(
    'title.loan',
    <LoanView
      product={productFixture}
      channels={channelFixtures}
      amountCentavos={centavos(6_000_000)}
      termDays={8}
      payout={{ channel: bankChannel, account: bankAccount }}
      priceOf={(days) => (days === 8 ? quoteFixture : longQuoteFixture)}
      failure={null}
      announcement={{ shown: null, close: nothing }}
      pickedCoupon={null}
      vouchers={[]}
      onCoupon={nothing}
      onAmount={nothing}
      onTerm={nothing}
      onPayout={nothing}
      settled={{}}
      onPriceAgain={nothing}
      onGet={nothing}
      {...over}
    />,
  );

const sheet = (of: Pick<PayoutSheetProps, 'channels' | 'chosen'>) => (
  <PayoutPanel
    wallets={walletsFixture}
    onPick={nothing}
    onAdd={nothing}
    onClose={nothing}
    {...of}
  />
);

const confirm = (over: Partial<ConfirmViewProps> = {}) =>
  under(
    'title.loanConfirm',
    <ConfirmView
      quote={quoteFixture}
      papers={textOf('plain')}
      missing={null}
      changes={null}
      failure={null}
      isBusy={false}
      loanAddress="#loan"
      onSign={nothing}
      {...over}
    />,
  );

const result = (loan: ReturnType<typeof loanAt>, staleMessage: string | null = null) => (
  <ResultView loan={loan} onHelp={nothing} staleMessage={staleMessage} />
);

const waiting = (failure: { message: string; name: RefusalName | 'offline' } | null) =>
  under(
    'title.loan',
    <LoanWaiting read={{ failure, isRefreshing: false, refresh: async () => {} }} />,
  );

const shutBank = {
  ...bankChannel,
  isAvailable: false,
  whyNot: 'amountTooLarge',
  fittingCentavos: centavos(5_000_000),
  openAt: null,
} as const;
const dearer = {
  ...quoteFixture,
  facts: {
    ...factsFixture,
    dueOnIfToday: asDay('2026-11-29'),
    channelFeeCentavos: centavos(2_500),
    arrivalCentavos: centavos(5_937_500),
    financeChargeCentavos: centavos(158_500),
  },
};

const railPayout = (arrival: Arrival): Payout => {
  const [channel = bankChannel] = railChannels(arrival);
  return { channel, account: channel.accounts[0] ?? null };
};

const atChain = {
  ...readyFixture,
  channel: 'remittance',
  pickup: { ...readyFixture.pickup, hours: { opensAt: '08:00', closesAt: '20:00' } },
} as const;
const askedBack = { withdrawalCode: null, canCancel: false } as const;

export const entries: Entry[] = [
  screen('choose', () => choose()),
  screen('choose, with the best coupon', () =>
    choose({ priceOf: (days) => (days === 8 ? couponFixture : longCouponFixture) }),
  ),
  screen('choose, with no coupon', () => choose({ pickedCoupon: 'none' })),
  screen('choose, coupon for larger loans', () =>
    choose({
      pickedCoupon: forMoreFixture.voucherId,
      vouchers: [forMoreFixture],
      priceOf: () => undefined,
      failure: 'This loan is too small for that coupon. It is for loans from ₱70,000 up.',
    }),
  ),
  screen('choose, every coupon for larger loans', () => choose({ vouchers: [forMoreFixture] })),
  screen('choose, due before the payday', () =>
    choose({ product: { ...productFixture, paydayOn: asDay('2026-11-30') } }),
  ),
  screen('choose, every term due before the payday', () =>
    choose({ product: { ...productFixture, paydayOn: asDay('2026-12-15') } }),
  ),
  screen('choose, being priced', () => choose({ priceOf: () => undefined })),
  screen('choose, being priced, with a coupon', () =>
    choose({
      priceOf: () => undefined,
      vouchers: [{ ...forMoreFixture, minimumLoanCentavos: centavos(6_000_000) }],
    }),
  ),
  screen('choose, no account', () =>
    choose({ payout: { channel: { ...bankChannel, accounts: [] }, account: null } }),
  ),
  screen('choose, no price', () =>
    choose({
      priceOf: () => undefined,
      failure: 'This channel does not accept this amount. It accepts ₱1.00 to ₱50,000.00.',
      payout: { channel: shutBank, account: bankAccount },
    }),
  ),
  screen('choose, with news', () =>
    choose({
      announcement: { shown: 'Payouts to BDO may take until 14:00 today.', close: nothing },
      termDays: 15,
    }),
  ),
  screen('choose, loading', () => waiting(null)),
  screen('choose, not loaded', () =>
    waiting({ message: getText('net.abnormal'), name: 'offline' }),
  ),
  screen('choose, not approved', () =>
    waiting({
      message:
        'You are not qualified to loan now. Finish your credit application, or wait for its result.',
      name: 'creditNotApproved',
    }),
  ),
  screen('choose, a bill is overdue', () =>
    waiting({
      message: 'You have an overdue bill. Pay it first, then you can borrow again.',
      name: 'billOverdue',
    }),
  ),
  screen('choose, two loans returned', () =>
    waiting({
      message:
        'You returned two loans within 90 days, so the next one has to wait. You can borrow again from 20 Dec 2026.',
      name: 'returnedTwice',
    }),
  ),
  screen('choose, a bank account is missing', () =>
    waiting({
      message: 'A bank card must be bound before borrowing. Please add a bank account first.',
      name: 'bankCardMissing',
    }),
  ),
  screen('choose, only the least amount', () =>
    choose({
      product: { ...productFixture, availableCentavos: productFixture.minimumCentavos },
      askedCentavos: centavos(9_000_000),
    }),
  ),
  screen('choose, signed already', () =>
    under('title.loan', <LoanTaken loanId={loanAt('success').loanId} />),
  ),
  screen('choose, line in use', () => under('title.loan', <LineInUse />)),
  screen('payout sheet', () =>
    sheet({ channels: channelFixtures, chosen: { channel: bankChannel, account: bankAccount } }),
  ),
  screen('payout sheet, nothing added yet', () =>
    sheet({
      channels: channelFixtures.map((channel) => ({ ...channel, accounts: [] })),
      chosen: null,
    }),
  ),
  screen('payout sheet, shut', () => sheet({ channels: shutFixtures, chosen: null })),
  screen('payout sheet, accounts that cannot be paid', () =>
    sheet({
      channels: [unpaidChannel, walletChannel],
      chosen: { channel: unpaidChannel, account: bankAccount },
    }),
  ),
  screen('choose, an account that cannot be paid', () =>
    choose({
      priceOf: () => undefined,
      failure:
        'We cannot send money to this bank or e-wallet yet. Please choose another account, or another way to receive it.',
      payout: { channel: unpaidChannel, account: unpaidAccounts[0] ?? null },
    }),
  ),
  screen('choose, to collect', () =>
    choose({
      payout: { channel: cashChannel, account: null },
      priceOf: (days) => (days === 8 ? cashFixture : longCashFixture),
    }),
  ),
  screen('confirm', () => confirm()),
  screen('confirm, ready', () => confirm({ isReady: true })),
  screen('confirm, coupon, signing', () =>
    confirm({ isReady: true, isBusy: true, quote: couponFixture, papers: textOf('coupon') }),
  ),
  screen('confirm, renewed', () => confirm({ changes: changesBetween(dearer, quoteFixture) })),
  screen('confirm, renewed alike', () => confirm({ changes: [] })),
  screen('confirm, refused', () =>
    confirm({
      isReady: true,
      failure: 'There are too many current borrowers. Please try again at 10 tomorrow.',
    }),
  ),
  screen('confirm, statement on its way', () => confirm({ papers: null })),
  screen('confirm, no statement', () =>
    confirm({
      papers: null,
      missing: { message: getText('net.abnormal'), isRetrying: false, onRetry: nothing },
    }),
  ),
  screen('choose, by PESONet after its cut-off', () =>
    choose({
      channels: railChannels(railArrivals.later),
      payout: railPayout(railArrivals.later),
      priceOf: (days) =>
        quoteArriving(railArrivals.later, days === 8 ? quoteFixture : longQuoteFixture),
    }),
  ),
  screen('where to, by PESONet today', () =>
    sheet({ channels: railChannels(railArrivals.today), chosen: railPayout(railArrivals.today) }),
  ),
  screen('confirm, by InstaPay', () => confirm({ quote: quoteArriving(railArrivals.instapay) })),
  screen('confirm, by PESONet today', () => confirm({ quote: quoteArriving(railArrivals.today) })),
  screen('confirm, by PESONet after its cut-off', () =>
    confirm({ quote: quoteArriving(railArrivals.later), papers: textOf('byBatch'), isReady: true }),
  ),
  screen('result, by PESONet today', () =>
    result(loanAt('bankProcessing', { arrival: railArrivals.today, expectedBy: null })),
  ),
  screen('result, by PESONet on Monday', () =>
    result(loanAt('bankProcessing', { arrival: railArrivals.later, expectedBy: null })),
  ),
  screen('agreement', () => (
    <AgreementSheet isDrawnOnly papers={textOf('plain')} onClose={nothing} />
  )),
  screen('finishing', () =>
    under('title.loanConfirm', <FinishView message={null} isBusy onRetry={nothing} />),
  ),
  screen('finishing, no answer', () =>
    under(
      'title.loanConfirm',
      <FinishView message={getText('net.abnormal')} isBusy={false} onRetry={nothing} />,
    ),
  ),
  screen('result, failed with no other account', () => (
    <ResultView
      loan={loanAt('failed', { failure: 'accountClosed' })}
      other={null}
      onHelp={nothing}
      staleMessage={null}
    />
  )),
  screen('result, failed, another account looked for', () => (
    <ResultView
      loan={loanAt('failed', { failure: 'accountClosed' })}
      other="looking"
      onHelp={nothing}
      staleMessage={null}
    />
  )),
  screen('result, submitting', () => result(loanAt('submitting', { canCancel: true }))),
  screen('result, approving', () => result(loanAt('approving', { canCancel: true }))),
  screen('result, held back', () =>
    result(loanAt('approving', { canCancel: true, ...heldFixture })),
  ),
  screen('result, paying', () => result(loanAt('paying'))),
  screen('result, bank processing, later than promised', () =>
    result(loanAt('bankProcessing', { arrival: null, expectedBy: null })),
  ),
  screen('result, bank processing', () =>
    result(loanAt('bankProcessing'), getText('net.abnormal')),
  ),
  screen('result, ready to collect', () => result(loanAt('bankProcessing', readyFixture))),
  screen('result, ready to collect at a chain', () => result(loanAt('bankProcessing', atChain))),
  screen('result, ready at an ATM', () =>
    result(loanAt('bankProcessing', { ...readyFixture, channel: 'cardless' })),
  ),
  screen('result, asked back', () =>
    result(
      loanAt('bankProcessing', {
        ...readyFixture,
        ...askedBack,
        pickup: { ...readyFixture.pickup, isAskedBack: true },
      }),
    ),
  ),
  screen('result, ready by a bank that tells of no collections', () =>
    result(
      loanAt('success', {
        ...readyFixture,
        canCancel: false,
        arrivedAt: loanAt('success').steps.at(-1)?.at ?? null,
        dueOn: factsFixture.dueOnIfToday,
      }),
    ),
  ),
  screen('result, not collected', () =>
    result(
      loanAt('failed', { ...readyFixture, ...askedBack, pickup: null, failure: 'notCollected' }),
    ),
  ),
  screen('result, failed as cancelled', () =>
    result(loanAt('failed', { ...readyFixture, ...askedBack, pickup: null, failure: 'cancelled' })),
  ),
  screen('cancel a pickup', () => (
    <CancelPanel isPickup isBusy={false} onStay={nothing} onCancel={nothing} />
  )),
  screen('cancel', () => <CancelPanel isBusy={false} onStay={nothing} onCancel={nothing} />),
  screen('cancelling', () => <CancelPanel isBusy onStay={nothing} onCancel={nothing} />),
  screen('result, success', () =>
    result(
      loanAt('success', {
        arrivedAt: loanAt('success').steps.at(-1)?.at ?? null,
        dueOn: factsFixture.dueOnIfToday,
      }),
    ),
  ),
  screen('result, failed', () => result(loanAt('failed', { failure: 'accountClosed' }))),
  screen('result, failed as the account is gone', () =>
    result(loanAt('failed', { failure: 'accountMissing' })),
  ),
  screen('result, failed as the bank had trouble', () =>
    result(loanAt('failed', { failure: 'bankTrouble' })),
  ),
  screen('result, failed as the account is full', () =>
    result(loanAt('failed', { failure: 'accountFull' })),
  ),
  screen('result, failed for a reason that was not told', () => result(loanAt('failed'))),
  screen('result, cancelled', () => result(loanAt('cancelled'))),
  screen('result, reversed', () => result(loanAt('reversed'))),
  screen('result, loading', () => <ResultWaiting isUnknown={false} read={loading} />),
  screen('result, not loaded', () => <ResultWaiting isUnknown={false} read={failed()} />),
  screen('result, unknown', () => <ResultWaiting isUnknown read={loading} />),
];
