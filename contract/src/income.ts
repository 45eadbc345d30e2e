// What income a loan needs: what falls due within one pay period is at most the lender's share of
// that period's income (docs/decisions/0030).
import * as v from 'valibot';
import { zCentavos } from './money.ts';

/** The income that the product's least loan needs. */
export const zLeastIncome = v.object({
  loanCentavos: zCentavos,
  /** A month, as the form's bands begin; 0 if the lowest band is enough, null if no band is. */
  incomeCentavos: v.nullable(zCentavos),
  /** How much of the income of half a month may fall due within it, in percent. */
  sharePercent: v.number(),
});
export type LeastIncome = v.InferOutput<typeof zLeastIncome>;
