// /user/recovery/begin needs the account's phone number and ID number, and a correct code sent to
// the new number. The response never reveals whether the first two match an account.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import type { RecoveryId } from '@sandali/contract/id.ts';
import { recoveryBegin } from '@sandali/contract/recovery.ts';
import { needRightCode } from '#/account/code/code.ts';
import { countedNets } from '#/account/login/address.ts';
import { recoveryRateLimits } from '#/account/login/limits.ts';
import { findIdByPhone, lockByPhone } from '#/account/store.ts';
import type { Ctx } from '#/context/ctx.ts';
import { consumeSliding } from '#/context/rate-limit.ts';
import type { Done } from '#/context/write.ts';
import { normaliseIdNumber } from '#/data/identity.ts';
import type { Read, Tx } from '#/db/database.ts';
import { newId } from '#/platform/random.ts';
import { refuse, refuseButKeep } from '#/platform/refuse.ts';
import { sameHash } from '#/platform/seal.ts';
import { checkOpenRecovery, insertRecovery } from './store.ts';

type Input = RequestOf<typeof recoveryBegin>;
type Kept = { recoveryId: string };

/** Stores the recovery. The same device then sends the pictures. */
export async function beginRecovery(ctx: Ctx, tx: Tx, input: Input): Promise<Done<Kept>> {
  const { sealer } = ctx.app;
  if (input.phone === input.newPhone) refuse(recoveryBegin, 'phoneSame');
  const [oldHash, newHash] = [
    sealer.hash('phone', input.phone),
    sealer.hash('phone', input.newPhone),
  ];
  await lockByPhone(tx, oldHash);
  await needRightCode(
    ctx,
    tx,
    { call: recoveryBegin, purpose: 'recovery', phone: input.newPhone },
    input,
  );
  // The refusal is committed, so the limits' uses that are already counted remain counted.
  for (const rateLimit of recoveryRateLimits(ctx.deviceId, countedNets(ctx))) {
    if (!(await consumeSliding(tx, [rateLimit], ctx.wall)))
      refuseButKeep(recoveryBegin, 'tooManyRequests');
  }
  if (await findIdByPhone(tx, newHash)) refuseButKeep(recoveryBegin, 'phoneTaken');
  if (await checkOpenRecovery(tx, newHash)) refuseButKeep(recoveryBegin, 'recoveryOpen');
  const recoveryId = newId(ctx.now);
  await insertRecovery(tx, {
    id: recoveryId,
    borrower_id: await whoseAccount(ctx, tx, oldHash, input.idNumber),
    device_id: ctx.deviceId,
    locale: ctx.locale,
    new_phone_sealed: sealer.seal('recovery phone', recoveryId, input.newPhone),
    new_phone_hash: newHash,
    begun_at: ctx.now,
  });
  return { ids: { recoveryId } };
}

/**
 * Returns the borrower who has the number and sent this ID number with their newest application. An
 * account without an ID number has nothing to recover.
 */
async function whoseAccount(
  { app }: Ctx,
  tx: Tx,
  phoneHash: Buffer,
  idNumber: string,
): Promise<string | null> {
  const borrowerId = await findIdByPhone(tx, phoneHash);
  const storedNumber = borrowerId && (await app.ports.account.idNumberOf(app, tx, borrowerId));
  if (!storedNumber) return null;
  const [typedHash, knownHash] = [idNumber, storedNumber].map((text) =>
    app.sealer.hash('idNumber', normaliseIdNumber(text)),
  );
  return typedHash && knownHash && sameHash(typedHash, knownHash) ? borrowerId : null;
}

export async function showBegun(
  _ctx: Ctx,
  _read: Read,
  { recoveryId }: Kept,
): Promise<DataOf<typeof recoveryBegin>> {
  return { recoveryId: recoveryId as RecoveryId };
}
