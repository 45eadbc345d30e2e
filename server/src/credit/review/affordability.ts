// What a borrower can repay from an income: the amount that may fall due within one pay period,
// and the highest credit line.
import type { DataOf } from '@sandali/contract/call.ts';
import { type creditQuery, type IncomeBand, incomeBands } from '@sandali/contract/credit.ts';
import type { LeastIncome } from '@sandali/contract/income.ts';
import {
  addCentavos,
  type Centavos,
  centavos,
  floorShare,
  formatPesos,
  maxCentavos,
  zeroCentavos,
} from '@sandali/contract/money.ts';
import type { AppContext } from '#/context/app-context.ts';
import type { DraftRow } from '#/credit/application/draft.store.ts';
import { incomeOfDraft } from '#/credit/application/draft.ts';
import { whyNoLimit } from '#/credit/manual/rules.ts';
import { openStep } from '#/credit/sealed.ts';
import type { ApplicationRow } from '#/credit/store.ts';
import { type Affordability, affordabilityOn } from '#/data/affordability.ts';
import type { Catalogue } from '#/data/catalogue.ts';
import { manilaDayOf } from '#/platform/days.ts';

export type Affordable = {
  /** The maximum amount that may fall due within one pay period. */
  dueMostCentavos: Centavos;
  payPeriodDays: number;
  /**
   * The highest line that the income can repay if the whole line, with interest, falls due on one
   * day; 0 if the income is too low for any loan.
   */
  lineCentavos: Centavos;
  /** Whether the income is too low for any loan, given the share of it that may fall due. */
  isBelowShare: boolean;
};

type Prices = Pick<Catalogue, 'amounts' | 'terms' | 'interestPerDayBps'>;
type Product = Prices & Pick<Catalogue, 'line'>;

export function dueMostOf(
  band: IncomeBand,
  { incomeCentavos, payPeriodsAMonth }: Affordability,
  sharePercent: number,
): Centavos {
  return floorShare(incomeCentavos[band], sharePercent, 100 * payPeriodsAMonth);
}

/** Returns the amount due on one day if the whole line is lent for the longest term. */
function dueOf({ terms, interestPerDayBps }: Prices, line: Centavos): Centavos {
  const days = Math.max(...terms.map((term) => term.days));
  return addCentavos(line, floorShare(BigInt(line) * BigInt(days), interestPerDayBps, 10_000));
}

/**
 * Returns the highest line for which at most `dueMost` falls due if the whole line is lent for the
 * longest term; 0 if even the smallest loan exceeds it.
 */
export function lineWithin(prices: Prices, dueMost: Centavos): Centavos {
  const { maximumCentavos, stepCentavos } = prices.amounts;
  for (let limit: number = maximumCentavos; limit > 0; limit -= stepCentavos) {
    const line = centavos(limit);
    if (whyNoLimit(line, prices) === null && dueOf(prices, line) <= dueMost) return line;
  }
  return zeroCentavos;
}

/**
 * Whether an income band is too low for any loan of the product: even the smallest loan exceeds the
 * share of income that may fall due, or the catalogue has no first limit for the band.
 */
export function isBelowShare(
  product: Product,
  set: Affordability,
  sharePercent: number,
  band: IncomeBand,
): boolean {
  const { firstLimitByIncome } = product.line;
  return (
    firstLimitByIncome[band] === 0 || lineWithin(product, dueMostOf(band, set, sharePercent)) === 0
  );
}

export function leastLimit({ amounts }: Pick<Catalogue, 'amounts'>): Centavos {
  const { maximumCentavos, stepCentavos } = amounts;
  let limit: number = stepCentavos;
  while (limit < maximumCentavos && whyNoLimit(centavos(limit), { amounts }) !== null)
    limit += stepCentavos;
  return centavos(limit);
}

/** Returns the start of the lowest income band that is high enough for the smallest loan. */
export function leastIncomeOf(
  product: Product,
  set: Affordability,
  sharePercent: number,
): LeastIncome {
  const band = incomeBands.find(
    (candidate) => !isBelowShare(product, set, sharePercent, candidate),
  );
  const from = band === incomeBands[0] ? zeroCentavos : band && set.incomeCentavos[band];
  return { loanCentavos: leastLimit(product), incomeCentavos: from ?? null, sharePercent };
}

type DecisionCtx = { app: Pick<AppContext, 'catalogue' | 'settings'>; now: Temporal.Instant };
/** Returns the minimum income under today's settings. */
export async function leastIncomeNow({ app, now }: DecisionCtx): Promise<LeastIncome> {
  const { dueShareMostPercent } = await app.settings.all();
  return leastIncomeOf(app.catalogue, affordabilityOn(manilaDayOf(now)), dueShareMostPercent);
}

export type Knowing = {
  app: Pick<AppContext, 'sealer' | 'catalogue' | 'settings'>;
  now: Temporal.Instant;
};

/** Returns what a borrower in an income band can repay under today's settings. */
export async function affordableBy(
  { app, now }: DecisionCtx,
  band: IncomeBand,
): Promise<Affordable> {
  const set = affordabilityOn(manilaDayOf(now));
  const { dueShareMostPercent } = await app.settings.all();
  const dueMostCentavos = dueMostOf(band, set, dueShareMostPercent);
  return {
    dueMostCentavos,
    payPeriodDays: set.payPeriodDays,
    lineCentavos: lineWithin(app.catalogue, dueMostCentavos),
    isBelowShare: isBelowShare(app.catalogue, set, dueShareMostPercent, band),
  };
}

/**
 * Returns the income bands that are too low for any loan, the minimum income, and whether a
 * reviewer may decide on incomes below it.
 */
export async function incomeRulesNow({
  app,
  now,
}: DecisionCtx): Promise<DataOf<typeof creditQuery>['income']> {
  const set = affordabilityOn(manilaDayOf(now));
  const { dueShareMostPercent: share, belowShare } = await app.settings.all();
  return {
    least: leastIncomeOf(app.catalogue, set, share),
    below: incomeBands.filter((band) => isBelowShare(app.catalogue, set, share, band)),
    mayAskPerson: belowShare === 'person',
  };
}

/** Whether a reviewer may decide on an application whose income is too low for any loan. */
export async function mayAskPerson({ app }: DecisionCtx): Promise<boolean> {
  return (await app.settings.all()).belowShare === 'person';
}

/**
 * Returns the values for the text of the refusal if an income band is too low for any loan;
 * otherwise null. `fits` is the amount that may fall due, in pesos.
 */
export async function whyIncomeTooLow(
  ctx: DecisionCtx,
  band: IncomeBand,
): Promise<{ fits: string } | null> {
  const { isBelowShare, dueMostCentavos } = await affordableBy(ctx, band);
  if (!isBelowShare) return null;
  return { fits: formatPesos(dueMostCentavos, { drop00: true }) };
}

/**
 * An application's income, and the limit, if any, that a reviewer granted although the income is
 * too low for any loan.
 */
type IncomeRow = Pick<ApplicationRow, 'borrower_id' | 'work_sealed'> & {
  person_limit_centavos?: bigint | null;
};

/**
 * Returns the highest line for the borrower's income. Reads the income from the work step's draft,
 * or else from the saved step. Returns 0 if the income is too low for any loan, null without an
 * income.
 */
export async function estimatedLine(
  ctx: Knowing,
  row: IncomeRow | null,
  draft: DraftRow | null,
): Promise<Centavos | null> {
  const { sealer } = ctx.app;
  const work = row && openStep(sealer, 'work', row.borrower_id, row.work_sealed);
  const band = incomeOfDraft(sealer, draft) ?? work?.incomeBand;
  if (!band) return null;
  const { isBelowShare, lineCentavos } = await affordableBy(ctx, band);
  return isBelowShare ? zeroCentavos : lineCentavos;
}

/**
 * Returns what the borrower can repay from an application's income, or the limit that a reviewer
 * granted if that is higher. Returns 0 without a work step.
 */
export async function affordableIn(ctx: Knowing, row: IncomeRow | null): Promise<Affordable> {
  const work = row && openStep(ctx.app.sealer, 'work', row.borrower_id, row.work_sealed);
  const byIncome = await affordableBy(ctx, work?.incomeBand ?? 'under10k');
  if (!work) return { ...byIncome, dueMostCentavos: zeroCentavos, lineCentavos: zeroCentavos };
  const byPerson = centavos(row?.person_limit_centavos ?? 0n);
  if (byPerson === 0) return byIncome;
  return {
    ...byIncome,
    dueMostCentavos: maxCentavos(byIncome.dueMostCentavos, dueOf(ctx.app.catalogue, byPerson)),
    lineCentavos: maxCentavos(byIncome.lineCentavos, byPerson),
  };
}
