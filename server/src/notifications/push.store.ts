// All SQL of push subscriptions.
import { sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import type { Lease } from './store.ts';

type Subscription = {
  borrowerId: string;
  deviceId: string;
  endpointHash: Buffer;
  factsSealed: Buffer;
  wall: Temporal.Instant;
};

/** How many browsers one person may have; the sixth takes the place of the oldest. */
const most = 5;

/**
 * Stores the push subscription of a device. It is removed from another borrower who had it, and
 * replaces that of the same device and, if there are five, the oldest.
 */
export async function keepSubscription(tx: Tx, of: Subscription): Promise<void> {
  await tx
    .deleteFrom('push_subscriptions')
    .where(({ or, and, eb }) =>
      or([
        eb('endpoint_hash', '=', of.endpointHash),
        and([eb('borrower_id', '=', of.borrowerId), eb('device_id', '=', of.deviceId)]),
      ]),
    )
    .execute();
  const kept = await tx
    .selectFrom('push_subscriptions')
    .select(['device_id', 'slot'])
    .where('borrower_id', '=', of.borrowerId)
    .orderBy('added_at')
    .execute();
  const [oldest] = kept;
  if (oldest && kept.length >= most)
    await tx
      .deleteFrom('push_subscriptions')
      .where('borrower_id', '=', of.borrowerId)
      .where('device_id', '=', oldest.device_id)
      .execute();
  const taken = new Set((kept.length >= most ? kept.slice(1) : kept).map((one) => one.slot));
  const slot = Array.from({ length: most }, (_, n) => n + 1).find((n) => !taken.has(n)) ?? most;
  await tx
    .insertInto('push_subscriptions')
    .values({
      borrower_id: of.borrowerId,
      device_id: of.deviceId,
      slot,
      subscription_sealed: of.factsSealed,
      endpoint_hash: of.endpointHash,
      added_at: of.wall,
    })
    .execute();
}

/** The browsers of a borrower, each by the keyed hash of its address. */
export async function subscriptionsOf(read: Read, borrowerId: string) {
  return await read
    .selectFrom('push_subscriptions')
    .select(['borrower_id', 'device_id', 'endpoint_hash', 'subscription_sealed', 'added_at'])
    .where('borrower_id', '=', borrowerId)
    .orderBy('slot')
    .execute();
}

/** Deletes subscriptions that have ended, by the keyed hashes of their addresses. */
export async function dropSubscriptions(tx: Tx, endpointHashes: readonly Buffer[]): Promise<void> {
  if (endpointHashes.length > 0)
    await tx
      .deleteFrom('push_subscriptions')
      .where('endpoint_hash', 'in', endpointHashes)
      .execute();
}

/** Deletes all subscriptions of a borrower. */
export async function dropAllOf(tx: Tx, borrowerId: string): Promise<void> {
  await tx.deleteFrom('push_subscriptions').where('borrower_id', '=', borrowerId).execute();
}

/** Lets a leased message that no browser took go by SMS. */
export async function switchToSms(db: Read, { messageId, until }: Lease): Promise<void> {
  await sql`update messages set channel = 'sms' where id = ${messageId} and state = 'sending' and leased_until = ${until}`.execute(
    db,
  );
}
