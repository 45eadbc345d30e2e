import type { LeastIncome } from '@sandali/contract/income.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import type { Text } from '#/i18n/text.ts';

/** Which income the smallest loan needs, in the words of a catalogue. */
export function leastIncomeText(
  text: Text,
  words: 'home.income' | 'loan.try.income',
  of: LeastIncome,
): string {
  const loan = formatPesos(of.loanCentavos, { drop00: true });
  if (of.incomeCentavos === null) return text(`${words}.none`, { loan });
  if (of.incomeCentavos === 0) return text(`${words}.any`, { loan });
  return text(`${words}.from`, { loan, income: formatPesos(of.incomeCentavos, { drop00: true }) });
}
