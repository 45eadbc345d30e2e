import type { LeastIncome as Income } from '@sandali/contract/income.ts';
import { useText } from '#/i18n/text.ts';
import { leastIncomeText } from '#/screens/leastIncome.ts';
import { Text } from '#/ui/Text.tsx';

/**
 * The income required for the smallest loan and the reason, for borrowers without a credit line.
 */
export function LeastIncome({ income }: { income: Income }) {
  const text = useText();
  return (
    <Text size="s">
      <b>{leastIncomeText(text, 'home.income', income)}</b>{' '}
      {text('home.income.why', { percent: income.sharePercent })}
    </Text>
  );
}
