import type { Arrival } from '@sandali/contract/arrival.ts';
import type { Day } from '@sandali/contract/day.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { memo } from 'react';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, useText, type Text as Words } from '#/i18n/text.ts';
import { WithReceiver } from '#/screens/WithReceiver.tsx';
import { Amount } from '#/ui/Amount.tsx';
import { Card } from '#/ui/Card.tsx';
import type { CostKey } from '#/ui/CostBar.tsx';
import { KeyValues } from '#/ui/KeyValues.tsx';
import { SpaceBetween, Stack } from '#/ui/Layout.tsx';
import { Text } from '#/ui/Text.tsx';
import { IfShort, QuoteBar } from './CostCard.tsx';
import { accountName, channelLabels } from './channelTexts.ts';
import type { Quote } from './draft.ts';

/**
 * The arrival amount and its receiver, the costs by kind, and the repayment. Memoised to avoid
 * another rendering when a checkbox below is ticked.
 */
export const Summary = memo(function Summary({ quote }: { quote: Quote }) {
  const { facts, receiver } = quote;
  const text = useText();
  const hasInterestCoupon = facts.interestCouponCentavos > 0;
  const hasFeeCoupon = facts.couponCentavos > facts.interestCouponCentavos;
  const coupon = formatPesos(facts.couponCentavos, { drop00: true });
  const receiverName = receiver
    ? text('loan.confirm.to', { account: accountName(receiver) })
    : text(channelLabels[facts.channel].name);
  const cost = (costKey: CostKey, label: string, value: string) => ({ costKey, label, value });
  const day = formatDay(facts.dueOnIfToday, currentLocale(), { weekday: true, year: true });
  const isToday = facts.arrival.on === facts.quotedOn;
  const there = arrivalText(text, facts.arrival);
  return (
    <Card>
      <Stack gap={3}>
        <div>
          <Text size="s">{text('loan.receive')}</Text>
          <Amount centavos={facts.arrivalCentavos} size="l" />
          <Text size="s">
            <WithReceiver receiver={receiver}>{receiverName}</WithReceiver>
          </Text>
          {there && <Text size="s">{there}</Text>}
        </div>
        <QuoteBar facts={facts} />
        <KeyValues
          groups={[
            [
              cost(
                1,
                hasInterestCoupon ? text('loan.interestLess', { coupon }) : text('loan.interest'),
                formatPesos(facts.interestCentavos),
              ),
              cost(
                2,
                hasFeeCoupon ? text('loan.serviceFeeLess', { coupon }) : text('loan.serviceFee'),
                formatPesos(facts.serviceFeeCentavos),
              ),
              cost(3, text('loan.payoutFee'), formatPesos(facts.channelFeeCentavos)),
              {
                label: text('loan.costInAll'),
                value: formatPesos(facts.financeChargeCentavos),
                isStrong: true,
              },
            ],
          ]}
        />
        <div>
          <SpaceBetween>
            <Text as="span" weight="medium">
              {text('loan.repay')}
            </Text>
            <Amount centavos={facts.repayCentavos} size="l" />
          </SpaceBetween>
          <Text size="s">
            {isToday
              ? text('loan.confirm.when', { days: facts.termDays, day })
              : text('loan.confirm.whenOn', {
                  days: facts.termDays,
                  day,
                  arrives: dayOf(facts.arrival.on),
                })}
          </Text>
        </div>
        <IfShort price={quote} />
      </Stack>
    </Card>
  );
});

const dayOf = (day: Day) => formatDay(day, currentLocale(), { weekday: true });

/**
 * Returns the text about when the money arrives and through which rail; null if the rail is
 * unknown.
 */
function arrivalText(text: Words, { rail, how, minutes, on }: Arrival): string | null {
  if (rail === null) return null;
  if (how === 'minutes') return text('loan.confirm.minutes', { minutes });
  return how === 'today'
    ? text('loan.confirm.today')
    : text('loan.confirm.later', { day: dayOf(on) });
}
