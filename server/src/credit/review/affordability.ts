// What a borrower's income carries: how much may fall due within one pay period, and which line that is.
import { type IncomeBand, incomeBands } from '@sandali/contract/credit.ts';
import type { LeastIncome } from '@sandali/contract/income.ts';
import { addCentavos, type Centavos, centavos, floorShare, formatPesos, zeroCentavos } from '@sandali/contract/money.ts';
import type { AppContext } from '#/context/app-context.ts';
import { whyNoLimit } from '#/credit/manual/rules.ts';
import { openStep } from '#/credit/sealed.ts';
import type { ApplicationRow } from '#/credit/store.ts';
import { type Affordability, affordabilityOn } from '#/data/affordability.ts';
import type { Catalogue } from '#/data/catalogue.ts';
import { manilaDayOf } from '#/platform/days.ts';

/** What an income carries. */
export type Affordable = {
  /** The most that may fall due within one pay period. */
  dueMostCentavos: Centavos;
  payPeriodDays: number;
  /** The highest line whose whole principal, with interest, may fall due on one day; 0 where no loan of the product may. */
  lineCentavos: Centavos;
};

type Prices = Pick<Catalogue, 'amounts' | 'terms' | 'interestPerDayBps'>;
type Product = Prices & Pick<Catalogue, 'line'>;

/** The share of a pay period's income that may fall due within it. */
export function dueMostOf(band: IncomeBand, { incomeCentavos, payPeriodsAMonth }: Affordability, sharePercent: number): Centavos {
  return floorShare(incomeCentavos[band], sharePercent, 100 * payPeriodsAMonth);
}

/** The highest line that can be given and whose whole principal, lent for the longest term, may fall due at once; 0 where there is none. */
export function lineWithin(prices: Prices, dueMost: Centavos): Centavos {
  const { maximumCentavos, stepCentavos } = prices.amounts;
  const days = Math.max(...prices.terms.map((term) => term.days));
  for (let limit: number = maximumCentavos; limit > 0; limit -= stepCentavos) {
    const line = centavos(limit);
    const interest = floorShare(BigInt(line) * BigInt(days), prices.interestPerDayBps, 10_000);
    if (whyNoLimit(line, prices) === null && addCentavos(line, interest) <= dueMost) return line;
  }
  return zeroCentavos;
}

/** Whether a band carries no loan of the product: nothing fits its share, or the catalogue gives it no first limit. */
export function isBelowShare(product: Product, set: Affordability, sharePercent: number, band: IncomeBand): boolean {
  const { firstLimitByIncome } = product.line;
  return firstLimitByIncome[band] === 0 || lineWithin(product, dueMostOf(band, set, sharePercent)) === 0;
}

/** The least limit that can be given: the product's smallest loan. */
export function leastLimit({ amounts }: Pick<Catalogue, 'amounts'>): Centavos {
  const { maximumCentavos, stepCentavos } = amounts;
  let limit: number = stepCentavos;
  while (limit < maximumCentavos && whyNoLimit(centavos(limit), { amounts }) !== null) limit += stepCentavos;
  return centavos(limit);
}

/** The income that the smallest loan needs: where the lowest band begins that carries it. */
export function leastIncomeOf(product: Product, set: Affordability, sharePercent: number): LeastIncome {
  const band = incomeBands.find((one) => !isBelowShare(product, set, sharePercent, one));
  const from = band === incomeBands[0] ? zeroCentavos : band && set.incomeCentavos[band];
  return { loanCentavos: leastLimit(product), incomeCentavos: from ?? null, sharePercent };
}

type DecisionCtx = { app: Pick<AppContext, 'catalogue' | 'settings'>; now: Temporal.Instant };
/** The income that the smallest loan needs now. */
export async function leastIncomeNow({ app, now }: DecisionCtx): Promise<LeastIncome> {
  const { dueShareMostPercent } = await app.settings.all();
  return leastIncomeOf(app.catalogue, affordabilityOn(manilaDayOf(now)), dueShareMostPercent);
}

type Knowing = { app: Pick<AppContext, 'sealer' | 'catalogue' | 'settings'>; now: Temporal.Instant };

/** What an income band carries on the day. */
export async function affordableBy({ app, now }: DecisionCtx, band: IncomeBand): Promise<Affordable> {
  const set = affordabilityOn(manilaDayOf(now));
  const { dueShareMostPercent } = await app.settings.all();
  const dueMostCentavos = dueMostOf(band, set, dueShareMostPercent);
  return { dueMostCentavos, payPeriodDays: set.payPeriodDays, lineCentavos: lineWithin(app.catalogue, dueMostCentavos) };
}

/** What the words of a refusal need where an income carries no loan, or no first limit is set for it; null where it carries one. */
export async function whyIncomeTooLow(ctx: DecisionCtx, band: IncomeBand): Promise<{ fits: string } | null> {
  const { lineCentavos, dueMostCentavos } = await affordableBy(ctx, band);
  if (lineCentavos > 0 && ctx.app.catalogue.line.firstLimitByIncome[band] > 0) return null;
  return { fits: formatPesos(dueMostCentavos, { drop00: true }) };
}

/** What the income of an application can afford; nothing where none is given. */
export async function affordableIn(ctx: Knowing, row: Pick<ApplicationRow, 'borrower_id' | 'work_sealed'> | null): Promise<Affordable> {
  const work = row && openStep(ctx.app.sealer, 'work', row.borrower_id, row.work_sealed);
  const known = await affordableBy(ctx, work?.incomeBand ?? 'under10k');
  return work ? known : { ...known, dueMostCentavos: zeroCentavos, lineCentavos: zeroCentavos };
}
