// Corrects the borrower's answers in all applications, so that they agree. Signed documents
// (loan/disclosure/signed-texts.ts) and decisions stay unchanged.
import type { Personal } from '@sandali/contract/credit.ts';
import type { AppContext } from '#/context/app-context.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { holdLine, screenAgain } from '#/credit/lines/screen-lines.ts';
import { storeName } from '#/credit/name-keys/name-keys.ts';
import { agesOf, reviewRulesOn } from '#/credit/review/rules.ts';
import { ageOn } from '#/credit/rules.ts';
import { openStep, sealStep } from '#/credit/sealed.ts';
import {
  allApplications,
  lockIdNumber,
  othersWithIdNumber,
  replaceIdentity,
  replacePersonal,
} from '#/credit/store.ts';
import { normaliseIdNumber } from '#/data/identity.ts';
import type { Read, Tx } from '#/db/database.ts';
import { manilaDayOf } from '#/platform/days.ts';

/** The fields of personal information that can be corrected. */
export type PersonalChange = Partial<
  Pick<
    Personal,
    | 'firstName'
    | 'middleName'
    | 'lastName'
    | 'bornOn'
    | 'provinceCode'
    | 'cityCode'
    | 'barangayCode'
    | 'address'
  >
>;

/** Returns the newest personal information; null if none is saved. */
export async function personalOf(
  { sealer }: Pick<AppContext, 'sealer'>,
  read: Read,
  borrowerId: string,
): Promise<Personal | null> {
  const rows = (await allApplications(read, borrowerId)).toReversed();
  const row = rows.find((application) => application.row.personal_sealed)?.row;
  return row
    ? (openStep(sealer, 'personal', borrowerId, row.personal_sealed) as Personal | null)
    : null;
}

/**
 * Corrects personal information and screens the new name and birthday. Holds the credit line if the
 * borrower can never qualify at the corrected age. Lock the borrower first.
 */
export async function correctPersonal(
  ctx: WorkCtx,
  tx: Tx,
  borrowerId: string,
  change: PersonalChange,
): Promise<void> {
  const { sealer } = ctx.app;
  for (const { row } of await allApplications(tx, borrowerId)) {
    const personal = openStep(sealer, 'personal', borrowerId, row.personal_sealed);
    if (personal)
      await replacePersonal(
        tx,
        row.id,
        sealStep(sealer, 'personal', borrowerId, { ...personal, ...change }),
      );
  }
  const corrected = await personalOf(ctx.app, tx, borrowerId);
  if (!corrected) return;
  await storeName(ctx.app, tx, borrowerId, corrected);
  await screenAgain(ctx, tx, borrowerId);
  const today = manilaDayOf(ctx.now);
  const { least, most } = agesOf(reviewRulesOn(today));
  const age = ageOn(corrected.bornOn, today);
  if (age < least || age > most) await holdLine(ctx, tx, borrowerId);
}

/**
 * Whether another borrower submitted this ID number. Locks the number until the transaction ends.
 * Lock the borrower first.
 */
export async function checkIdNumberTaken(
  app: Pick<AppContext, 'sealer'>,
  tx: Tx,
  borrowerId: string,
  idNumber: string,
): Promise<boolean> {
  const hash = app.sealer.hash('idNumber', normaliseIdNumber(idNumber));
  await lockIdNumber(tx, hash);
  return (await othersWithIdNumber(tx, hash, borrowerId)) > 0;
}

/**
 * Replaces the ID number `before` in all applications, so that its real owner can use it. Lock the
 * borrower first.
 */
export async function correctIdNumber(
  ctx: WorkCtx,
  tx: Tx,
  borrowerId: string,
  before: string,
  idNumber: string,
): Promise<void> {
  const { sealer } = ctx.app;
  const hash = sealer.hash('idNumber', normaliseIdNumber(idNumber));
  for (const { row } of await allApplications(tx, borrowerId)) {
    const identity = openStep(sealer, 'identity', borrowerId, row.identity_sealed);
    if (!identity || normaliseIdNumber(identity.idNumber) !== normaliseIdNumber(before)) continue;
    await replaceIdentity(
      tx,
      row.id,
      sealStep(sealer, 'identity', borrowerId, { ...identity, idNumber }),
      row.id_number_hash && hash,
    );
  }
  await screenAgain(ctx, tx, borrowerId);
}
