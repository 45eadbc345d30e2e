import { isPickup } from '@sandali/contract/channel.ts';
import type { Day } from '@sandali/contract/day.ts';
import { formatDay, formatMoment } from '#/i18n/days.ts';
import { currentLocale, useText, type Text as Words } from '#/i18n/text.ts';
import { Amount } from '#/ui/Amount.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Text } from '#/ui/Text.tsx';
import { type Moment, Timeline } from '#/ui/Timeline.tsx';
import { isHandedOver, type TransitLoan } from './facts.ts';

/**
 * Returns the text about a transfer that is under way. Undefined for cash to collect, because the
 * time at which it will be ready is shown below.
 */
export function sendingDetail(
  text: Words,
  { arrival, expectedBy }: Pick<TransitLoan, 'arrival' | 'expectedBy'>,
): string | undefined {
  if (arrival)
    return arrival.how === 'minutes'
      ? text('home.loan.sendingDetail', { minutes: arrival.minutes })
      : text('home.loan.batchDetail');
  return expectedBy ? undefined : text('home.loan.processingDetail');
}

function arrivesWhen(text: Words, { arrival, expectedBy }: TransitLoan, today: Day): string | null {
  if (arrival?.how === 'today') return text('home.loan.today');
  if (arrival?.how === 'later')
    return text('home.loan.on', { day: formatDay(arrival.on, currentLocale(), { weekday: true }) });
  return expectedBy && formatMoment(expectedBy, today, currentLocale());
}

/**
 * The timeline of a loan in transit, from the signature to the account, and the amount to repay.
 */
export function LoanInTransit({ loan, today }: { loan: TransitLoan; today: Day }) {
  const text = useText();
  const locale = currentLocale();
  const isSending = isHandedOver(loan.state);
  const toCollect = isPickup(loan.channel);
  const { collectUntil: until, heldUntil } = loan;
  const now = { state: 'now', at: text('home.now'), stateText: text('home.now') } as const;
  const done = { state: 'done', stateText: text('home.done') } as const;
  const moments: Moment[] = [
    { ...done, title: text('home.loan.signed'), at: formatMoment(loan.signedAt, today, locale) },
    isSending
      ? { ...done, title: text('home.loan.approved') }
      : {
          ...now,
          title: text('home.loan.approving'),
          detail: heldUntil
            ? text('home.loan.heldDetail', { time: formatMoment(heldUntil, today, locale) })
            : text('home.loan.approvingDetail'),
        },
    until
      ? {
          ...now,
          title: text('home.loan.ready'),
          detail: text('home.loan.readyDetail', {
            day: formatDay(until, locale, { weekday: true }),
          }),
        }
      : {
          ...(isSending ? now : { state: 'next' }),
          title: text(toCollect ? 'home.loan.preparing' : 'home.loan.sending'),
          detail: isSending && sendingDetail(text, loan),
        },
    ...(until
      ? []
      : [
          {
            state: 'next',
            title: text(toCollect ? 'home.loan.ready' : 'home.loan.arrived'),
            at: arrivesWhen(text, loan, today),
          } as const,
        ]),
  ];
  return (
    <>
      <Timeline label={text('home.loan.label')} moments={moments} />
      <List>
        <Row
          icon="calendar"
          title={text('home.loan.repay')}
          detail={text(toCollect ? 'home.loan.repayWhenCollected' : 'home.loan.repayWhen')}
          end={
            <Text as="span">
              <Amount centavos={loan.repayCentavos} />
            </Text>
          }
        />
      </List>
    </>
  );
}
