// All SQL for push subscriptions.
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

const browsersPerBorrower = 5;

/**
 * Stores a device's push subscription. Replaces the device's earlier subscription, and the same
 * subscription if another borrower has it. If the borrower has five, also replaces the oldest.
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
  const subscriptions = await tx
    .selectFrom('push_subscriptions')
    .select(['device_id', 'slot'])
    .where('borrower_id', '=', of.borrowerId)
    .orderBy('added_at')
    .execute();
  const [oldest] = subscriptions;
  if (oldest && subscriptions.length >= browsersPerBorrower)
    await tx
      .deleteFrom('push_subscriptions')
      .where('borrower_id', '=', of.borrowerId)
      .where('device_id', '=', oldest.device_id)
      .execute();
  const remaining =
    subscriptions.length >= browsersPerBorrower ? subscriptions.slice(1) : subscriptions;
  const usedSlots = new Set(remaining.map((row) => row.slot));
  const slots = Array.from({ length: browsersPerBorrower }, (_, n) => n + 1);
  const slot = slots.find((n) => !usedSlots.has(n)) ?? browsersPerBorrower;
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

/** Returns a borrower's push subscriptions, with the keyed hashes of their endpoints. */
export async function subscriptionsOf(read: Read, borrowerId: string) {
  return await read
    .selectFrom('push_subscriptions')
    .select(['borrower_id', 'device_id', 'endpoint_hash', 'subscription_sealed', 'added_at'])
    .where('borrower_id', '=', borrowerId)
    .orderBy('slot')
    .execute();
}

/** Deletes expired subscriptions by the keyed hashes of their endpoints. */
export async function dropSubscriptions(tx: Tx, endpointHashes: readonly Buffer[]): Promise<void> {
  if (endpointHashes.length > 0)
    await tx
      .deleteFrom('push_subscriptions')
      .where('endpoint_hash', 'in', endpointHashes)
      .execute();
}

export async function dropAllOf(tx: Tx, borrowerId: string): Promise<void> {
  await tx.deleteFrom('push_subscriptions').where('borrower_id', '=', borrowerId).execute();
}

/** Switches a leased message to SMS, because no browser accepted it. */
export async function switchToSms(db: Read, { messageId, until }: Lease): Promise<void> {
  await sql`update messages set channel = 'sms'
    where id = ${messageId} and state = 'sending' and leased_until = ${until}`.execute(db);
}
