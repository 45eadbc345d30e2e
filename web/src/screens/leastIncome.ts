import type { LeastIncome } from '@sandali/contract/income.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import type { Text } from '#/i18n/text.ts';

/** Returns the text that states the income required for the smallest loan. */
export function leastIncomeText(
  text: Text,
  words: 'home.income' | 'loan.try.income',
  income: LeastIncome,
): string {
  const loan = formatPesos(income.loanCentavos, { drop00: true });
  if (income.incomeCentavos === null) return text(`${words}.none`, { loan });
  if (income.incomeCentavos === 0) return text(`${words}.any`, { loan });
  return text(`${words}.from`, {
    loan,
    income: formatPesos(income.incomeCentavos, { drop00: true }),
  });
}
