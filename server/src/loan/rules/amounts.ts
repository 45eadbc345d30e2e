// Which amounts a product lends.
import { addCentavos, type Centavos, centavos, isMultipleOf } from '@sandali/contract/money.ts';

/**
 * Amounts are whole multiples of the step, from the minimum (or, where exclusive, above it) to the
 * maximum.
 */
export type AmountRule = {
  readonly minimumCentavos: Centavos;
  readonly isMinimumExclusive: boolean;
  readonly stepCentavos: Centavos;
  readonly maximumCentavos: Centavos;
};

/** Why an amount is not lent, or null where it is. */
export function whyNotAmount(
  rule: AmountRule,
  amount: Centavos,
): 'tooSmall' | 'tooLarge' | 'notAStep' | null {
  if (amount < rule.minimumCentavos || (rule.isMinimumExclusive && amount === rule.minimumCentavos))
    return 'tooSmall';
  if (amount > rule.maximumCentavos) return 'tooLarge';
  return isMultipleOf(amount, rule.stepCentavos) ? null : 'notAStep';
}

/** Every amount the product lends, smallest first. */
export function amountsOf(rule: AmountRule): Centavos[] {
  const amounts: Centavos[] = [];
  for (
    let amount = centavos(0);
    amount <= rule.maximumCentavos;
    amount = addCentavos(amount, rule.stepCentavos)
  ) {
    if (whyNotAmount(rule, amount) === null) amounts.push(amount);
  }
  return amounts;
}

/** The smallest amount the product lends. Throws where it lends none. */
export function smallestAmount(rule: AmountRule): Centavos {
  const [smallest] = amountsOf(rule);
  if (smallest === undefined) throw new RangeError('the product lends no amount');
  return smallest;
}

/**
 * The largest amount the product lends within a limit (a borrower's free line); 0 where nothing
 * fits.
 */
export function largestAmountWithin(rule: AmountRule, limit: Centavos): Centavos {
  return amountsOf(rule).findLast((amount) => amount <= limit) ?? centavos(0);
}
