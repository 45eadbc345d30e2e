import { nextPayment } from '@sandali/contract/bill.ts';
import { type Day, daysBetween, manilaDay } from '@sandali/contract/day.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { formatDay, formatTime, relativeDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { addressOf, paths } from '#/routes/paths.ts';
import { DueAmount } from '#/screens/DueAmount.tsx';
import { paysByLink } from '#/screens/repayment/link.ts';
import { List, Row } from '#/ui/List.tsx';
import type { HomeFacts, NearestBill } from './facts.ts';

type Props = {
  home: HomeFacts;
  /** Whether the arc already shows the amount and the date, in which case the row omits them. */
  isOfArc?: boolean;
};

/**
 * The nearest bill, the number of other bills, and what can still be borrowed. Renders null without
 * a bill.
 */
export function BillRows({ home, isOfArc }: Props) {
  const text = useText();
  const { nearestBill: bill, counts, line } = home;
  if (!bill) return null;
  const others = counts.openBills - 1;
  return (
    <List>
      {home.openCode && <CodeRow code={home.openCode} />}
      {isOfArc ? <DetailRow bill={bill} /> : <NextPayment bill={bill} today={home.today} />}
      {isOfArc && bill.promised && <PlanRow loanId={bill.loanId} part={bill.promised} />}
      {!isOfArc && isNear(bill) && (
        <Row
          icon="calendar"
          title={text('home.do.short')}
          href={addressOf('extension', { loanId: bill.loanId })}
        />
      )}
      {others > 0 && (
        <Row
          icon="orders"
          title={text('home.bill.others', { count: others })}
          detail={text('home.bill.othersWhere')}
          href={paths.orders}
        />
      )}
      {isOfArc && home.canBorrow && line && (
        <Row
          icon="plus"
          title={text('home.bill.canBorrow', {
            sum: formatPesos(line.borrowableCentavos, { drop00: true }),
          })}
          detail={text('home.bill.canBorrowWhy')}
          href={paths.loan}
        />
      )}
    </List>
  );
}

/**
 * A row that leads to a payment code's barcode or to a payment link. It shows the date because the
 * amount grows daily.
 */
function CodeRow({ code }: { code: NonNullable<HomeFacts['openCode']> }) {
  const text = useText();
  const { repaymentId, loanId, purpose, channel, endsAt } = code;
  const isLink = paysByLink(channel);
  const amount = formatPesos(code.amountCentavos);
  return (
    <Row
      icon={isLink ? 'wallet' : 'code'}
      title={text(`home.${isLink ? 'finish' : 'show'}.${purpose}`, { amount })}
      detail={text('home.code.until', {
        time: formatTime(endsAt),
        day: formatDay(manilaDay(endsAt), currentLocale(), { weekday: true }),
      })}
      href={addressOf('repayment', { loanId, repaymentId, show: isLink ? undefined : 'full' })}
    />
  );
}

function NextPayment({ bill, today }: { bill: NearestBill; today: Day }) {
  const text = useText();
  const due = nextPayment(bill);
  const days = daysBetween(today, due.on);
  const far = days === 0 ? undefined : relativeDay(days, currentLocale());
  return (
    <Row
      icon="calendar"
      title={text('home.bill.next')}
      detail={bill.state === 'repaymentInProgress' ? text('home.bill.inPayment') : far}
      end={<DueAmount due={due} today={today} isBrief />}
      href={addressOf('bill', { loanId: bill.loanId })}
    />
  );
}

/** Whether the bill is due soon and has no plan. The borrower may then be short of money. */
const isNear = ({ state, promised }: NearestBill) =>
  (state === 'dueTomorrow' || state === 'dueSoon') && !promised;

function PlanRow({
  loanId,
  part: { on, amountCentavos },
}: {
  loanId: string;
  part: NonNullable<NearestBill['promised']>;
}) {
  const day = formatDay(on, currentLocale(), { weekday: true });
  return (
    <Row
      icon="calendar"
      title={useText()('home.bill.promised', { day })}
      detail={formatPesos(amountCentavos)}
      href={addressOf('bill', { loanId })}
    />
  );
}

function DetailRow({ bill }: { bill: NearestBill }) {
  const text = useText();
  const isLater = bill.lastFreeDay > bill.dueOn && bill.overdueDays === 0;
  const lastFree = formatDay(bill.lastFreeDay, currentLocale(), { weekday: true });
  return (
    <Row
      icon="document"
      title={text('home.bill.see')}
      detail={isLater ? text('home.bill.free', { day: lastFree }) : text('home.bill.seeWhat')}
      href={addressOf('bill', { loanId: bill.loanId })}
    />
  );
}
