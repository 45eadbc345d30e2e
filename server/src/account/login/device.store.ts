// All SQL for a borrower's known devices.
import { type CompiledQuery, sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';

/** Whether the borrower proved their identity on this device and has not removed it since. */
export async function checkKnownDevice(
  read: Read,
  borrowerId: string,
  deviceId: string,
): Promise<boolean> {
  const row = await read
    .selectFrom('trusted_devices')
    .select('device_id')
    .where('borrower_id', '=', borrowerId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Like `checkKnownDevice`, for the borrower who has this number. */
export async function checkKnownDeviceOf(
  read: Read,
  phoneHash: Buffer,
  deviceId: string,
): Promise<boolean> {
  const row = await read
    .selectFrom('trusted_devices')
    .innerJoin('borrowers', 'borrowers.id', 'trusted_devices.borrower_id')
    .select('borrowers.id')
    .where('phone_hash', '=', phoneHash)
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes a device known. A device that is already known keeps its first date. */
export async function rememberDevice(
  tx: Tx,
  borrowerId: string,
  deviceId: string,
  wall: Temporal.Instant,
): Promise<void> {
  await tx.executeQuery(rememberDeviceQuery(tx, borrowerId, deviceId, wall));
}

export function rememberDeviceQuery(
  db: Read,
  borrowerId: string,
  deviceId: string,
  wall: Temporal.Instant,
): CompiledQuery {
  return db
    .insertInto('trusted_devices')
    .values({ borrower_id: borrowerId, device_id: deviceId, trusted_at: wall })
    .onConflict((clash) => clash.doNothing())
    .compile();
}

/**
 * Returns a statement that fails with Refused systemBusy if the device is no longer known. When the
 * client repeats the call, the call reads the new state.
 */
export function requireKnownDeviceQuery(
  db: Read,
  borrowerId: string,
  deviceId: string,
): CompiledQuery {
  return sql`select refuse_unless(exists (select from trusted_devices
    where borrower_id = ${borrowerId} and device_id = ${deviceId}), 'systemBusy')`.compile(db);
}

/**
 * Forgets a borrower's devices, except the device whose session has the token hash `except`, if
 * given.
 */
export async function deleteDevices(
  tx: Tx,
  borrowerId: string,
  except: Buffer | null,
): Promise<void> {
  let forgetting = tx.deleteFrom('trusted_devices').where('borrower_id', '=', borrowerId);
  if (except) {
    const ownDeviceId = tx
      .selectFrom('sessions')
      .select('device_id')
      .where('token_hash', '=', except);
    forgetting = forgetting.where('device_id', 'not in', ownDeviceId);
  }
  await forgetting.execute();
}

/** Returns a borrower's known devices, newest first. */
export async function knownDevicesOf(
  read: Read,
  borrowerId: string,
): Promise<{ knownAt: Temporal.Instant }[]> {
  return await read
    .selectFrom('trusted_devices')
    .select('trusted_at as knownAt')
    .where('borrower_id', '=', borrowerId)
    .orderBy('trusted_at', 'desc')
    .execute();
}

/** Returns the devices that a borrower's logins trust. */
export async function trustedDeviceIds(read: Read, borrowerId: string): Promise<string[]> {
  const rows = await read
    .selectFrom('trusted_devices')
    .select('device_id')
    .where('borrower_id', '=', borrowerId)
    .execute();
  return rows.map((row) => row.device_id);
}

/** Returns up to 100 other borrowers who have any of these as a known device, newest first. */
export async function othersOnDevices(
  read: Read,
  borrowerId: string,
  of: { deviceIds: readonly string[]; since: Temporal.Instant },
): Promise<{ borrowerId: string; knownAt: Temporal.Instant }[]> {
  return await read
    .selectFrom('trusted_devices')
    .select(['borrower_id as borrowerId', 'trusted_at as knownAt'])
    .where('device_id', 'in', of.deviceIds)
    .where('borrower_id', '<>', borrowerId)
    .where('trusted_at', '>=', of.since)
    .orderBy('trusted_at', 'desc')
    .limit(100)
    .execute();
}

/** Returns each borrower's sealed number and known devices. Omits erased accounts. */
export async function findScreened(
  read: Read,
  borrowerIds: readonly string[],
): Promise<Map<string, { phoneSealed: Buffer; deviceIds: string[] }>> {
  const rows = await read
    .selectFrom('borrowers as b')
    .leftJoin('trusted_devices as d', 'd.borrower_id', 'b.id')
    .select(['b.id', 'b.phone_sealed', 'd.device_id'])
    .where('b.id', '=', sql<string>`any(${borrowerIds}::uuid[])`)
    .where('b.erased_at', 'is', null)
    .execute();
  const people = new Map<string, { phoneSealed: Buffer; deviceIds: string[] }>();
  for (const row of rows) {
    const person = people.get(row.id) ?? { phoneSealed: row.phone_sealed, deviceIds: [] };
    if (row.device_id !== null) person.deviceIds.push(row.device_id);
    people.set(row.id, person);
  }
  return people;
}
