import { formatPesos } from '@sandali/contract/money.ts';
import { memo } from 'react';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { Amount } from '#/ui/Amount.tsx';
import { Card } from '#/ui/Card.tsx';
import { CostBar, CostKeys } from '#/ui/CostBar.tsx';
import { sameValues } from '#/ui/each.ts';
import { SpaceBetween } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { Outcome } from '#/ui/Outcome.tsx';
import { SkeletonBar, SkeletonCard } from '#/ui/Skeleton.tsx';
import { Text } from '#/ui/Text.tsx';
import { TextButton } from '#/ui/TextLink.tsx';
import type { Price } from './choice.ts';

type Props = {
  price: Price | undefined;
  failure: string | null;
  remedyLabel: string;
  onRemedy(): void;
};

/**
 * The loan's cost in total and per day, drawn to scale. Without a price: the reason, and what to
 * do.
 */
export const CostCard = memo(function CostCard({ price, failure, remedyLabel, onRemedy }: Props) {
  const text = useText();
  if (failure !== null) {
    return (
      <Note
        tone="bad"
        role="alert"
        action={<TextButton onClick={onRemedy}>{remedyLabel}</TextButton>}
      >
        {failure}
      </Note>
    );
  }
  if (!price) return <SkeletonCard label={text('loan.pricing')} lines={2} />;
  const { facts } = price;
  return (
    <Card>
      <SpaceBetween>
        <span>
          <Text as="span" weight="medium">
            {text('loan.cost')}
          </Text>{' '}
          <Amount centavos={facts.financeChargeCentavos} />
        </span>
        <Text as="span" size="s">
          {text('loan.aDay', { cost: formatPesos(facts.costADayCentavos) })}
        </Text>
      </SpaceBetween>
      <QuoteBar facts={facts} />
      <CostKeys
        labels={[
          { of: 0, label: text('loan.receive') },
          { of: 1, label: text('loan.interest') },
          { of: 2, label: text('loan.serviceFee') },
          { of: 3, label: text('loan.payoutFee') },
        ]}
      />
    </Card>
  );
}, sameValues);

/** The cost bar for a price: interest, service fee and payout fee, enlarged by a lens. */
export function QuoteBar({ facts }: Pick<Price, 'facts'>) {
  const text = useText();
  return (
    <CostBar
      receiveCentavos={facts.arrivalCentavos}
      costs={[
        { centavos: facts.interestCentavos, label: text('loan.interest') },
        { centavos: facts.serviceFeeCentavos, label: text('loan.serviceFee') },
        { centavos: facts.channelFeeCentavos, label: text('loan.payoutFee') },
      ]}
      label={text('loan.bar', {
        repay: formatPesos(facts.repayCentavos),
        receive: formatPesos(facts.arrivalCentavos),
        cost: formatPesos(facts.financeChargeCentavos),
      })}
    />
  );
}

/** The arrival amount, and the repayment with its due date; skeleton bars while the price loads. */
export function QuoteOutcome({ price }: { price: Price | undefined }) {
  const text = useText();
  const facts = price?.facts;
  const bone = <SkeletonBar width="amount" height="m" />;
  return (
    <Outcome
      startLabel={text('loan.receive')}
      start={facts ? <Amount centavos={facts.arrivalCentavos} /> : bone}
      endLabel={
        facts
          ? text('loan.repayOn', {
              day: formatDay(facts.dueOnIfToday, currentLocale(), { weekday: true }),
            })
          : text('loan.repay')
      }
      end={facts ? <Amount centavos={facts.repayCentavos} /> : bone}
    />
  );
}

/**
 * What to do if the borrower cannot repay in full, with the first day's late charge as in the
 * disclosure statement.
 */
export function IfShort({ price }: { price: Price | undefined }) {
  return (
    <Text size="s">
      {useText()('loan.short', {
        late: price ? formatPesos(price.facts.lateChargeFirstDayCentavos) : '…',
      })}
    </Text>
  );
}
