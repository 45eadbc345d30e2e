// The income that a loan needs: what falls due within a pay period is at most the lender's share of
// that period's income (docs/decisions/0030).
import * as v from 'valibot';
import { zCentavos } from './money.ts';

/** The income that the least loan needs. */
export const zLeastIncome = v.object({
  loanCentavos: zCentavos,
  /** Monthly, as the form's bands begin; 0 if the lowest band is enough, null if no band is. */
  incomeCentavos: v.nullable(zCentavos),
  /** The percentage of half a month's income that may fall due within it. */
  sharePercent: v.number(),
});
export type LeastIncome = v.InferOutput<typeof zLeastIncome>;
