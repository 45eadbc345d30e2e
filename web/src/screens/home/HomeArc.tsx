import { isPickup } from '@sandali/contract/channel.ts';
import { type Day, daysBetween, type Instant, manilaDay } from '@sandali/contract/day.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import type { Scene } from '@sandali/contract/whatNow.ts';
import { formatDay, formatMoment, formatTime, relativeDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { BillDue, DueAmount } from '#/screens/DueAmount.tsx';
import { Amount, Figure } from '#/ui/Amount.tsx';
import { Arc } from '#/ui/Arc.tsx';
import { Badge } from '#/ui/Badge.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { Text } from '#/ui/Text.tsx';
import { dueShare, minutesUntil, payoutShare, reviewShare, shareOf } from './arcValue.ts';
import { type HomeFacts, isHandedOver, type NearestBill, type TransitLoan } from './facts.ts';
import css from './home.module.css';

/** The arc with the screen's main figure, and the lines of text above and below that figure. */
export function HomeArc({ home, scene }: { home: HomeFacts; scene: Scene }) {
  const { nearestBill: bill, loan, line } = home;
  if (bill?.promised && (scene === 'overdue' || scene === 'due'))
    return <PlanArc part={bill.promised} today={home.today} />;
  if (bill && scene === 'overdue') return <OverdueArc bill={bill} />;
  if (bill && (scene === 'due' || scene === 'billAhead' || scene === 'paying'))
    return <BillArc bill={bill} scene={scene} />;
  if (loan && scene === 'onItsWay') return <LoanArc home={home} loan={loan} />;
  if (loan && scene === 'failed') return <FailedArc loan={loan} />;
  if (line && scene === 'line') return <LineArc line={line} />;
  if (line && scene === 'paused') return <PausedArc line={line} />;
  if (scene === 'review') return <ReviewArc home={home} />;
  if (scene === 'rejected') return <RejectedArc home={home} />;
  return home.estimate ? (
    <EstimateArc estimate={home.estimate} />
  ) : (
    <SmallestLoanArc amountCentavos={home.offer.amountCentavos} />
  );
}

function EstimateArc({
  estimate: { minimumCentavos, maximumCentavos },
}: {
  estimate: NonNullable<HomeFacts['estimate']>;
}) {
  const text = useText();
  return (
    <Arc value={1} from={shareOf(minimumCentavos, maximumCentavos)}>
      <Text size="s">{text('home.arc.could')}</Text>
      <span className={css.range}>
        {minimumCentavos < maximumCentavos && (
          <>
            <Amount centavos={minimumCentavos} decimals="whenAny" isPlain /> –{' '}
          </>
        )}
        <Amount centavos={maximumCentavos} decimals="whenAny" isPlain />
      </span>
      <Text size="s">{text('home.arc.estimate')}</Text>
    </Arc>
  );
}

/** Shown if the income is too low for any loan; the card below states the required income. */
function SmallestLoanArc({ amountCentavos }: Pick<HomeFacts['offer'], 'amountCentavos'>) {
  const text = useText();
  return (
    <Arc value={0}>
      <Text size="s">{text('home.arc.smallest')}</Text>
      <Amount centavos={amountCentavos} size="xl" decimals="whenAny" />
    </Arc>
  );
}

function ReviewArc({ home: { credit, now, today } }: { home: HomeFacts }) {
  const { answerBy, submittedAt, state, isLate } = credit;
  const minutes = answerBy ? minutesUntil(answerBy, now) : 0;
  const text = useText();
  if (credit.requestedPictures.length > 0)
    return (
      <Arc value={0.7}>
        <Text weight="bold" tone="inherit">
          {text('home.again.title')}
        </Text>
      </Arc>
    );
  if (state === 'submitted' && !isLate) return <NightArc answerBy={answerBy} />;
  // A manual review promises no time. If every application is reviewed manually, the server does
  // not send `answerBy`.
  if (state === 'manualReview' || (!answerBy && !isLate))
    return (
      <Arc value={0.7}>
        <Text size="s">{text('home.arc.checking')}</Text>
        <Text weight="bold" tone="inherit">
          {text('home.review.person')}
        </Text>
      </Arc>
    );
  return (
    <Arc value={reviewShare(submittedAt, answerBy, now)}>
      <Text size="s">{text('home.arc.checking')}</Text>
      {isLate ? (
        <>
          <Text weight="bold" tone="inherit">
            {text('home.arc.longer')}
          </Text>
          <Text size="s">{text('home.arc.longerWhy')}</Text>
        </>
      ) : (
        <ReviewWait answerBy={minutes > 0 ? answerBy : null} minutes={minutes} today={today} />
      )}
    </Arc>
  );
}

/** An application held until morning, with the time and day of the decision if one is promised. */
function NightArc({ answerBy }: { answerBy: Instant | null }) {
  const text = useText();
  return (
    <Arc value={0.12}>
      {answerBy ? (
        <>
          <Text size="s">{text('home.arc.yourAnswer')}</Text>
          <Figure>{formatTime(answerBy)}</Figure>
          <Text size="s">{formatDay(manilaDay(answerBy), currentLocale(), { weekday: true })}</Text>
        </>
      ) : (
        <Text weight="bold" tone="inherit">
          {text('credit.night.inLine')}
        </Text>
      )}
    </Arc>
  );
}

const countedMinutes = 90;

/**
 * The wait in minutes if it is short, otherwise the time and day of the decision. After that time,
 * a note that the decision is near.
 */
function ReviewWait({
  answerBy,
  minutes,
  today,
}: {
  answerBy: Instant | null;
  minutes: number;
  today: Day;
}) {
  const text = useText();
  const locale = currentLocale();
  if (!answerBy) {
    return (
      <>
        <Figure size="l">{text('home.arc.anyMoment')}</Figure>
        <Text size="s">{text('home.arc.almost')}</Text>
      </>
    );
  }
  const isShort = minutes <= countedMinutes;
  const isToday = manilaDay(answerBy) === today;
  const time =
    isShort || isToday
      ? formatTime(answerBy)
      : formatDay(manilaDay(answerBy), locale, { weekday: true });
  return (
    <>
      <Figure>
        {isShort ? text('home.arc.minutes', { count: minutes }) : formatTime(answerBy)}
      </Figure>
      <Text size="s">
        {isShort ? text('home.arc.answerBy', { time }) : text('home.arc.answerOn', { day: time })}
      </Text>
    </>
  );
}

function RejectedArc({ home: { credit, firstName } }: { home: HomeFacts }) {
  const text = useText();
  return (
    <Arc value={0}>
      <Text size="s">
        {firstName ? text('home.arc.notNow', { name: firstName }) : text('home.arc.notNowPlain')}
      </Text>
      {credit.resubmitOn && (
        <Figure size="l">{formatDay(credit.resubmitOn, currentLocale(), { weekday: true })}</Figure>
      )}
      <Text size="s">{text(credit.resubmitOn ? 'home.arc.tryFrom' : 'home.arc.tryLater')}</Text>
    </Arc>
  );
}

function LineArc({ line }: { line: NonNullable<HomeFacts['line']> }) {
  const text = useText();
  return (
    <Arc value={shareOf(line.borrowableCentavos, line.limitCentavos)}>
      <Text size="s">{text('home.arc.upTo')}</Text>
      <Amount centavos={line.borrowableCentavos} size="xl" decimals="whenAny" />
      <Text size="s">
        {text('home.arc.ofLine', { limit: formatPesos(line.limitCentavos, { drop00: true }) })}
      </Text>
    </Arc>
  );
}

/** The arc while nothing can be borrowed; it does not offer an amount. */
function PausedArc({ line }: { line: NonNullable<HomeFacts['line']> }) {
  const text = useText();
  return (
    <Arc value={0}>
      <Text size="s">{text('home.arc.line')}</Text>
      <Amount centavos={line.limitCentavos} size="xl" decimals="whenAny" />
    </Arc>
  );
}

function titleOf({ channel, collectUntil, state, heldUntil }: TransitLoan) {
  if (collectUntil) return 'home.loan.ready';
  if (isHandedOver(state)) return isPickup(channel) ? 'home.loan.preparing' : 'home.arc.onItsWay';
  return heldUntil ? 'home.arc.loanHeld' : 'home.arc.loanChecking';
}

function LoanArc({ home, loan }: { home: HomeFacts; loan: TransitLoan }) {
  const text = useText();
  const { arrival, expectedBy, receiverLabel: receiver } = loan;
  const toWhen = () => {
    if (arrival?.how === 'today') return text('home.arc.toToday', { receiver });
    if (arrival?.how === 'later')
      return text('home.arc.toOn', {
        receiver,
        day: formatDay(arrival.on, currentLocale(), { weekday: true }),
      });
    return expectedBy
      ? text('home.arc.toBy', {
          receiver,
          time: formatMoment(expectedBy, home.today, currentLocale()),
        })
      : receiver;
  };
  return (
    <Arc value={payoutShare(loan.state)}>
      <Text size="s">{text(titleOf(loan))}</Text>
      <Amount centavos={loan.arrivalCentavos} size="xl" />
      <Text size="s">{toWhen()}</Text>
    </Arc>
  );
}

function FailedArc({ loan }: { loan: TransitLoan }) {
  const text = useText();
  return (
    <Arc value={0}>
      <Text size="s">{text('home.arc.failed')}</Text>
      <Amount centavos={loan.arrivalCentavos} size="xl" />
      <Text size="s">{text('home.arc.failedFree')}</Text>
    </Arc>
  );
}

function BillArc({ bill, scene }: { bill: NearestBill; scene: 'due' | 'billAhead' | 'paying' }) {
  const text = useText();
  return (
    <Arc value={dueShare(bill.daysToDue)}>
      {scene === 'due' && (
        <Badge tone="warn">
          {text('home.arc.due', { when: relativeDay(bill.daysToDue, currentLocale()) })}
        </Badge>
      )}
      {scene === 'billAhead' && <Text size="s">{text('home.bill.next')}</Text>}
      {scene === 'paying' && <Text size="s">{text('home.arc.paying')}</Text>}
      <BillDue bill={bill} isBrief hasBadge={scene === 'due'} />
    </Arc>
  );
}

/** Shows the next part of a plan instead of the days until the bill is due. */
function PlanArc({
  part: { amountCentavos, on },
  today,
}: {
  part: NonNullable<NearestBill['promised']>;
  today: Day;
}) {
  const text = useText();
  return (
    <Arc value={dueShare(daysBetween(today, on))}>
      <Badge tone="positive">{text('home.arc.plan')}</Badge>
      <Stack gap={1}>
        <DueAmount due={{ owedCentavos: amountCentavos, on }} today={today} size="xl" />
      </Stack>
    </Arc>
  );
}

function OverdueArc({ bill }: { bill: NearestBill }) {
  const text = useText();
  return (
    <Arc value={1} isSet>
      <Badge tone="bad">{text('home.arc.overdue', { count: bill.overdueDays })}</Badge>
      <BillDue bill={bill} />
    </Arc>
  );
}
