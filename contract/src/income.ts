// The income that a loan needs: the amount due within a pay period must not exceed a fixed share of
// that period's income (docs/decisions/0030).
import * as v from 'valibot';
import { zCentavos } from './money.ts';

/** The income that the smallest loan needs. */
export const zLeastIncome = v.object({
  loanCentavos: zCentavos,
  /**
   * The lower end of the monthly income band that is needed; 0 if the lowest band is enough, null
   * if no band is.
   */
  incomeCentavos: v.nullable(zCentavos),
  /** The maximum percentage of half a month's income that may fall due within that half month. */
  sharePercent: v.number(),
});
export type LeastIncome = v.InferOutput<typeof zLeastIncome>;
