import { type Coupon, missingFor } from '@sandali/contract/coupon.ts';
import type { Day } from '@sandali/contract/day.ts';
import type { CouponId } from '@sandali/contract/id.ts';
import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import { canBePaid, type Payout } from '@sandali/contract/payoutChoice.ts';
import { memo, startTransition, useState } from 'react';
import { useLazy } from '#/client/useLazy.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { ReceiverMark } from '#/screens/ReceiverMark.tsx';
import { type Announcement, AnnouncementNote } from '#/shell/announcement.tsx';
import { AmountStepper } from '#/ui/AmountStepper.tsx';
import { Button } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { sameValues } from '#/ui/each.ts';
import { Page } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Note } from '#/ui/Note.tsx';
import { RadioCards } from '#/ui/RadioCards.tsx';
import { SkeletonBar } from '#/ui/Skeleton.tsx';
import { Text } from '#/ui/Text.tsx';
import { accountProblem } from './accountTexts.ts';
import { CostCard, IfShort, QuoteOutcome } from './CostCard.tsx';
import { CouponRow } from './CouponRow.tsx';
import { accountName, channelLabels, channelProblem, channelTerms } from './channelTexts.ts';
import { type Channel, isComplete, type Price, type Product, sortedTerms } from './choice.ts';
import type { LoanSheetProps } from './LoanSheet.tsx';

export type LoanViewProps = {
  product: Product;
  channels: readonly Channel[];
  amountCentavos: Centavos;
  /** The amount that the borrower asked for, which may exceed the available credit line. */
  askedCentavos?: number | undefined;
  termDays: number;
  payout: Payout | null;
  /** Returns the current choice's price for a term; undefined while it loads. */
  priceOf(termDays: number): Price | undefined;
  /** The server's reason for not giving a price. */
  failure: string | null;
  announcement: Announcement;
  /** The coupon that the borrower chose; null lets the server use the best one. */
  pickedCoupon: CouponId | 'none' | null;
  /** The coupons that are valid today, whatever the amount. */
  vouchers: readonly Coupon[];
  /** Whether the quote to read and sign is loading. */
  isGetting?: boolean;
  onCoupon(voucherId: CouponId | 'none'): void;
  onAmount(amountCentavos: number): void;
  onTerm(days: number): void;
  onPayout(to: Payout): void;
  /** The complete choice, restored when the borrower returns from the form that adds an account. */
  settled: LoanSheetProps['payout']['settled'];
  onPriceAgain(): void;
  onGet(): void;
};

/**
 * The pickers for amount, term and payout, with the cost. The dock shows the arrival amount and the
 * repayment.
 */
export function LoanView(props: LoanViewProps) {
  const text = useText();
  const {
    product,
    channels,
    amountCentavos,
    termDays,
    payout,
    announcement,
    askedCentavos: wishedCentavos = 0,
  } = props;
  const step = formatPesos(product.stepCentavos, { drop00: true });
  const price = props.priceOf(termDays);
  const size = { amountCentavos, mostCentavos: product.availableCentavos };
  const { openCoupons, openPayouts, sheet } = useSheet({
    coupon: {
      chosen: price?.voucherId ?? props.pickedCoupon,
      onPick: props.onCoupon,
      usable: props.vouchers,
      today: product.today,
      ...size,
    },
    payout: { channels, chosen: payout, onPick: props.onPayout, settled: props.settled },
  });
  const remedy = remedyOf(props);
  const remedies = {
    'loan.useNoCoupon': () => props.onCoupon('none'),
    'loan.otherAccount': openPayouts,
    'shell.retry': props.onPriceAgain,
  };
  return (
    <>
      <Page gap={3}>
        <AnnouncementNote announcement={announcement} />
        <AmountStepper
          label={text('loan.amount')}
          valueCentavos={amountCentavos}
          minCentavos={product.minimumCentavos}
          maxCentavos={product.availableCentavos}
          stepCentavos={product.stepCentavos}
          lessLabel={text('loan.less', { step })}
          moreLabel={text('loan.more', { step })}
          stepText={text('loan.steps', { step })}
          onChange={props.onAmount}
        />
        {wishedCentavos > product.availableCentavos && (
          <Text size="s" align="center">
            {text('loan.asked', {
              asked: formatPesos(wishedCentavos as Centavos, { drop00: true }),
              given: formatPesos(product.availableCentavos, { drop00: true }),
            })}
          </Text>
        )}
        <TermCards
          product={product}
          termDays={termDays}
          priceOf={props.priceOf}
          isUnpriced={props.failure !== null}
          onTerm={props.onTerm}
        />
        <Payday product={product} termDays={termDays} priceOf={props.priceOf} />
        <PayoutRow payout={payout} isSaidBelow={props.failure !== null} onOpen={openPayouts} />
        <CouponRow
          price={price}
          picked={props.pickedCoupon}
          usable={props.vouchers}
          {...size}
          onOpen={openCoupons}
        />
        <CostCard
          price={price}
          failure={props.failure}
          remedyLabel={text(remedy)}
          onRemedy={remedies[remedy]}
        />
      </Page>
      <GetDock {...props} price={price} onPick={openPayouts} />
      {sheet}
    </>
  );
}

/**
 * Returns the remedy if there is no price: drop an unsuitable coupon, change an account that cannot
 * be paid, or retry.
 */
function remedyOf({ pickedCoupon, vouchers, amountCentavos, payout }: LoanViewProps) {
  const coupon = vouchers.find(({ voucherId }) => voucherId === pickedCoupon);
  if (
    pickedCoupon &&
    pickedCoupon !== 'none' &&
    !(coupon && missingFor(coupon, amountCentavos) <= 0)
  )
    return 'loan.useNoCoupon';
  const isStuck =
    payout && !(payout.channel.isAvailable && (!payout.account || canBePaid(payout.account)));
  return isStuck ? 'loan.otherAccount' : 'shell.retry';
}

type DockProps = Pick<LoanViewProps, 'payout' | 'failure' | 'isGetting' | 'onGet'> & {
  price: Price | undefined;
  onPick(): void;
};

function GetDock({ payout, failure, price, isGetting = false, onGet, onPick }: DockProps) {
  const text = useText();
  const refusal =
    failure !== null
      ? text('loan.noPrice')
      : payout && isComplete(payout)
        ? null
        : text('loan.accountFirst');
  return (
    <Footer>
      <Dock
        consequence={
          failure === null && (
            <>
              <QuoteOutcome price={price} />
              <IfShort price={price} />
            </>
          )
        }
      >
        <Button
          isBusy={isGetting || (refusal === null && !price)}
          disabledReason={refusal}
          onBlocked={failure === null ? onPick : undefined}
          onClick={onGet}
        >
          {text('loan.get')}
        </Button>
      </Dock>
    </Footer>
  );
}

type Props = {
  product: Product;
  termDays: number;
  priceOf(termDays: number): Price | undefined;
  /** Whether there is no price and none is loading. */
  isUnpriced: boolean;
  onTerm(days: number): void;
};

const dayText = (day: Day) => formatDay(day, currentLocale(), { weekday: true });

/**
 * Returns the terms, shortest first, with prices and due dates. A due date from a price takes the
 * money's arrival into account.
 */
const termsOf = ({ product, priceOf }: Pick<Props, 'product' | 'priceOf'>) =>
  sortedTerms(product).map(({ days, dueOnIfToday }) => {
    const facts = priceOf(days)?.facts;
    return { days, facts, dueOn: facts?.dueOnIfToday ?? dueOnIfToday };
  });

/**
 * The terms side by side, each with its cost and with its due date if the money arrives in time.
 */
function TermCards({ product, termDays, priceOf, isUnpriced, onTerm }: Props) {
  const text = useText();
  const options = termsOf({ product, priceOf }).map(({ days, facts, dueOn }) => {
    const cost = facts?.financeChargeCentavos;
    return {
      value: String(days),
      title: text('loan.days', { days }),
      children: (
        <>
          <Text as="span" size="s">
            {text('loan.until', { day: dayText(dueOn) })}
          </Text>
          <Text as="span" size="s" tone="ink" weight="medium">
            {cost !== undefined
              ? text('loan.costs', { cost: formatPesos(cost) })
              : !isUnpriced && <SkeletonBar width={8} height="m" />}
          </Text>
        </>
      ),
    };
  });
  return (
    <RadioCards
      label={text('loan.term')}
      options={options}
      value={String(termDays)}
      onChange={(days) => onTerm(Number(days))}
    />
  );
}

/**
 * Compares the payday with the due date. Warns if the loan is due before payday, and suggests a
 * term that is due later.
 */
function Payday({ product, termDays, priceOf }: Pick<Props, 'product' | 'termDays' | 'priceOf'>) {
  const text = useText();
  const { paydayOn } = product;
  if (!paydayOn) return null;
  const terms = termsOf({ product, priceOf });
  const payday = dayText(paydayOn);
  const after = terms.filter(({ dueOn }) => dueOn >= paydayOn);
  const [other] = after;
  if (after.some(({ days }) => days === termDays))
    return <Text size="s">{text('loan.payday', { payday })}</Text>;
  return (
    <Note tone="news" icon="calendar">
      {other
        ? text('loan.payday.other', { payday, days: other.days, day: dayText(other.dueOn) })
        : text('loan.payday.before', { payday })}
    </Note>
  );
}

const loadSheet = () => import('./LoanSheet.tsx');

/**
 * Returns handlers that open each picker's sheet, and the sheet itself, which loads on first use.
 */
function useSheet(props: Omit<LoanSheetProps, 'which' | 'onClose'>) {
  const { part, load } = useLazy(loadSheet);
  const [which, setWhich] = useState<LoanSheetProps['which'] | null>(null);
  // A transition lets the browser show that the row is pressed before it renders the sheet.
  const opener = (sheet: LoanSheetProps['which']) => () =>
    void load().then((isLoaded) => isLoaded && startTransition(() => setWhich(sheet)));
  return {
    openCoupons: opener('coupon'),
    openPayouts: opener('payout'),
    sheet: which && part && (
      <part.LoanSheet {...props} which={which} onClose={() => setWhich(null)} />
    ),
  };
}

/** A row that shows the receiver of the money and opens the receiver picker. */
const PayoutRow = memo(function PayoutRow({
  payout,
  isSaidBelow,
  onOpen,
}: {
  payout: Payout | null;
  isSaidBelow: boolean;
  onOpen(): void;
}) {
  const text = useText();
  if (!payout || !isComplete(payout)) {
    return (
      <List>
        <Row
          isLow
          icon="wallet"
          title={text('loan.payout.choose')}
          detail={text('loan.payout.none')}
          detailTone="warn"
          onClick={onOpen}
        />
      </List>
    );
  }
  const refusal =
    channelProblem(text, payout.channel) ??
    (payout.account && accountProblem(text, payout.account));
  return (
    <List>
      <Row
        isLow
        {...(payout.account
          ? { mark: <ReceiverMark mark={payout.account.mark} /> }
          : { icon: channelLabels[payout.channel.channel].icon })}
        title={
          payout.account
            ? text('loan.payout.to', { account: accountName(payout.account) })
            : text(channelLabels[payout.channel.channel].name)
        }
        detail={refusal === null ? channelTerms(text, payout) : !isSaidBelow && refusal}
        detailTone={refusal === null ? 'quiet' : 'bad'}
        onClick={onOpen}
      />
    </List>
  );
}, sameValues);
