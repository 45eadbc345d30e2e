import { formatPesos } from '@sandali/contract/money.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { RadioCards } from '#/ui/RadioCards.tsx';
import { SkeletonBar } from '#/ui/Skeleton.tsx';
import { Text } from '#/ui/Text.tsx';
import { type Product, sortedTerms } from './choice.ts';
import type { Quote } from './draft.ts';

type Props = {
  product: Product;
  termDays: number;
  quoteOf(termDays: number): Quote | undefined;
  /** There is no price to wait for. */
  isUnpriced: boolean;
  onTerm(days: number): void;
};

/** The terms beside each other, the shortest first: until when, if the money arrives when it should, and what it costs. */
export function TermCards({ product, termDays, quoteOf, isUnpriced, onTerm }: Props) {
  const text = useText();
  const options = sortedTerms(product).map(({ days, dueOnIfToday }) => {
    const facts = quoteOf(days)?.facts;
    const cost = facts?.financeChargeCentavos;
    // The price knows the way that the money takes, and so when it is there.
    const day = formatDay(facts?.dueOnIfToday ?? dueOnIfToday, currentLocale(), { weekday: true });
    return {
      value: String(days),
      title: text('loan.days', { days }),
      children: (
        <>
          <Text as="span" size="s">
            {text('loan.until', { day })}
          </Text>
          <Text as="span" size="s" tone="ink" weight="medium">
            {cost !== undefined ? text('loan.costs', { cost: formatPesos(cost) }) : !isUnpriced && <SkeletonBar width={8} height="m" />}
          </Text>
        </>
      ),
    };
  });
  return <RadioCards label={text('loan.term')} options={options} value={String(termDays)} onChange={(days) => onTerm(Number(days))} />;
}
