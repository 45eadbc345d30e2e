// All SQL for devices on which the correct password for a number was entered recently.
import type { Read, Tx } from '#/db/database.ts';

export async function storePasswordProof(
  tx: Tx,
  on: { phoneHash: Buffer; deviceId: string },
  endsAt: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('password_proofs')
    .values({ phone_hash: on.phoneHash, device_id: on.deviceId, ends_at: endsAt })
    .onConflict((clash) =>
      clash.columns(['phone_hash', 'device_id']).doUpdateSet({ ends_at: endsAt }),
    )
    .execute();
}

export async function checkPasswordProof(
  read: Read,
  on: { phoneHash: Buffer; deviceId: string },
  wall: Temporal.Instant,
): Promise<boolean> {
  const row = await read
    .selectFrom('password_proofs')
    .select('device_id')
    .where('phone_hash', '=', on.phoneHash)
    .where('device_id', '=', on.deviceId)
    .where('ends_at', '>', wall)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the proofs after a password change, because they prove the old password. */
export async function deletePasswordProofs(tx: Tx, borrowerId: string): Promise<void> {
  const phoneHash = tx.selectFrom('borrowers').select('phone_hash').where('id', '=', borrowerId);
  await tx.deleteFrom('password_proofs').where('phone_hash', 'in', phoneHash).execute();
}
