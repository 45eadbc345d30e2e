import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { consentWithdraw, type dataQuery } from '@sandali/contract/privacy.ts';
import { audit } from '#/context/audit.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Done } from '#/context/write.ts';
import { removeFacebookLink } from '#/credit/credit.ts';
import type { Tx } from '#/db/database.ts';
import { wireInstant } from '#/platform/days.ts';
import { newIdFor } from '#/platform/random.ts';
import { refuse } from '#/platform/refuse.ts';
import type { PersonalData } from './personal-data.ts';
import { insertWithdrawal } from './store.ts';

type Consent = DataOf<typeof dataQuery>['consents'][number];

/** Returns all consents that the borrower has given, required ones first. */
export function consentsOf({
  account,
  credit,
  facebookWithdrawnAt,
}: Pick<PersonalData, 'account' | 'credit' | 'facebookWithdrawnAt'>): Consent[] {
  const agreements = account.agreements.map(
    ({ version, at }): Consent => ({
      kind: 'agreements',
      version,
      givenAt: wireInstant(at),
      withdrawnAt: null,
      isOptional: false,
    }),
  );
  const sent = credit.applications.find((application) => application.submittedAt)?.submittedAt;
  const identity: Consent[] = sent
    ? [
        {
          kind: 'identity',
          version: null,
          givenAt: wireInstant(sent),
          withdrawnAt: null,
          isOptional: false,
        },
      ]
    : [];
  const linked = credit.applications.find(({ personal }) => personal?.facebookLink);
  const isWithdrawn = !linked && facebookWithdrawnAt !== null;
  const facebook: Consent = {
    kind: 'facebookPage',
    version: null,
    givenAt: linked ? wireInstant(linked.submittedAt ?? linked.startedAt) : null,
    withdrawnAt: isWithdrawn ? wireInstant(facebookWithdrawnAt) : null,
    isOptional: true,
  };
  return [...agreements, ...identity, ...(linked || isWithdrawn ? [facebook] : [])];
}

/**
 * Withdraws an optional consent, and erases the data that it allowed. A second withdrawal has no
 * effect.
 */
export async function withdrawConsent(
  ctx: BorrowerCtx,
  tx: Tx,
  { kind }: RequestOf<typeof consentWithdraw>,
): Promise<Done> {
  if (kind !== 'facebookPage') refuse(consentWithdraw, 'consentNecessary');
  const { borrowerId } = ctx.who;
  if (!(await removeFacebookLink(ctx.app, tx, borrowerId))) return { ids: {} };
  await insertWithdrawal(tx, { id: newIdFor(borrowerId, ctx.now), borrowerId, kind, at: ctx.now });
  await audit(tx, {
    at: ctx.now,
    who: 'the borrower',
    act: 'consentWithdrawn',
    subject: borrowerId,
    detail: { kind },
  });
  return { ids: {} };
}
