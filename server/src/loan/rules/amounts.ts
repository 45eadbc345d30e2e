// The amounts that a product lends.
import { addCentavos, type Centavos, centavos, isMultipleOf } from '@sandali/contract/money.ts';

/**
 * The amounts are multiples of the step, from the minimum (exclusive if `isMinimumExclusive`) up to
 * the maximum.
 */
export type AmountRule = {
  readonly minimumCentavos: Centavos;
  readonly isMinimumExclusive: boolean;
  readonly stepCentavos: Centavos;
  readonly maximumCentavos: Centavos;
};

/** Returns why the product does not lend this amount, or null. */
export function whyNotAmount(
  rule: AmountRule,
  amount: Centavos,
): 'tooSmall' | 'tooLarge' | 'notAStep' | null {
  if (amount < rule.minimumCentavos || (rule.isMinimumExclusive && amount === rule.minimumCentavos))
    return 'tooSmall';
  if (amount > rule.maximumCentavos) return 'tooLarge';
  return isMultipleOf(amount, rule.stepCentavos) ? null : 'notAStep';
}

/** Returns every amount that the product lends, smallest first. */
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

/**
 * Returns the smallest amount that the product lends.
 * @throws RangeError if the product lends no amount
 */
export function smallestAmount(rule: AmountRule): Centavos {
  const [smallest] = amountsOf(rule);
  if (smallest === undefined) throw new RangeError('the product lends no amount');
  return smallest;
}

/**
 * Returns the largest amount that the product lends within a limit, for example within a borrower's
 * available line; 0 if there is none.
 */
export function largestAmountWithin(rule: AmountRule, limit: Centavos): Centavos {
  return amountsOf(rule).findLast((amount) => amount <= limit) ?? centavos(0);
}
