import { formatDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { Amount } from '#/ui/Amount.tsx';
import { Outcome } from '#/ui/Outcome.tsx';
import { SkeletonBar } from '#/ui/Skeleton.tsx';
import type { Quote } from './draft.ts';

/** What arrives and what must be paid back on which day, drawn as bars while it is worked out. */
export function QuoteOutcome({ quote }: { quote: Quote | undefined }) {
  const text = useText();
  const facts = quote?.facts;
  const bone = <SkeletonBar width="amount" height="m" />;
  return (
    <Outcome
      startLabel={text('loan.receive')}
      start={facts ? <Amount centavos={facts.arrivalCentavos} /> : bone}
      endLabel={
        facts ? text('loan.repayOn', { day: formatDay(facts.dueOnIfToday, currentLocale(), { weekday: true }) }) : text('loan.repay')
      }
      end={facts ? <Amount centavos={facts.repayCentavos} /> : bone}
    />
  );
}
