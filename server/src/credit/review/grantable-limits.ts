// The limit that a reviewer may grant for an application.
import { type Centavos, minCentavos, zeroCentavos } from '@sandali/contract/money.ts';
import { whyNoLimit, whyNotAfforded } from '#/credit/manual/rules.ts';
import { openStep } from '#/credit/sealed.ts';
import { type ApplicationRow, applicationById } from '#/credit/store.ts';
import type { Read } from '#/db/database.ts';
import { affordableIn, type Knowing, leastLimit, mayAskPerson } from './affordability.ts';

type GrantableLimits = {
  /**
   * The catalogue's first limit for the income, capped at the highest line for the income; the
   * smallest loan if the income is too low for any loan.
   */
  usualCentavos: Centavos;
  /**
   * The highest line for the income, or the smallest loan if the income is too low for any loan; 0
   * if a reviewer may not grant a limit.
   */
  mostCentavos: Centavos;
  isBelowShare: boolean;
  /**
   * Whether the borrower asked for a reviewer after learning that the income is too low for any
   * loan.
   */
  asksPerson: boolean;
};

type Row = Pick<ApplicationRow, 'borrower_id' | 'work_sealed'>;

/**
 * Returns the limits that a reviewer may grant. If the income is too low for any loan, a reviewer
 * may grant one only if the setting allows it or the borrower was promised a reviewer.
 */
export async function grantableLimitsOf(ctx: Knowing, row: Row): Promise<GrantableLimits> {
  const { catalogue, sealer } = ctx.app;
  const { isBelowShare, lineCentavos } = await affordableIn(ctx, row);
  const work = openStep(sealer, 'work', row.borrower_id, row.work_sealed);
  const asksPerson = work?.asksPerson ?? false;
  if (isBelowShare) {
    const isForPerson = asksPerson || (await mayAskPerson(ctx));
    const most = isForPerson ? leastLimit(catalogue) : zeroCentavos;
    return { usualCentavos: most, mostCentavos: most, isBelowShare, asksPerson };
  }
  const first = work ? catalogue.line.firstLimitByIncome[work.incomeBand] : zeroCentavos;
  return {
    usualCentavos: minCentavos(first, lineCentavos),
    mostCentavos: lineCentavos,
    isBelowShare,
    asksPerson,
  };
}

/** Like `grantableLimitsOf`, but by application id; null if the application does not exist. */
export async function grantableLimitsById(
  ctx: Knowing,
  read: Read,
  applicationId: string,
): Promise<GrantableLimits | null> {
  const application = await applicationById(read, applicationId);
  return application && (await grantableLimitsOf(ctx, application.row));
}

/** Returns a sentence that says why a reviewer cannot grant a limit; null if they can. */
export function whyNotGranted(
  limit: Centavos,
  grantable: GrantableLimits,
  { catalogue }: Knowing['app'],
): string | null {
  return whyNotAfforded(limit, grantable) ?? whyNoLimit(limit, catalogue);
}
