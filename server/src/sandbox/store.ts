// All SQL for the sandbox.
import { sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';

/** Returns the newest open picture code for a device, or for any device if `deviceId` is null. */
export async function newestPicture(
  read: Read,
  wall: Temporal.Instant,
  deviceId: string | null,
): Promise<{ id: string; answer_hash: Buffer } | undefined> {
  const open = read.selectFrom('captchas').where('used_at', 'is', null).where('ends_at', '>', wall);
  const own = deviceId === null ? open : open.where('device_id', '=', deviceId);
  return await own.select(['id', 'answer_hash']).orderBy('id', 'desc').limit(1).executeTakeFirst();
}

/** Returns the stored offset of business time in ms, or null until the seeding has ended. */
export async function storedOffset(read: Read): Promise<number | null> {
  const row = await read.selectFrom('business_clock').select('offset_ms').executeTakeFirst();
  return row ? Number(row.offset_ms) : null;
}

/**
 * Stores the offset unless the stored offset is larger.
 * @returns the stored offset
 */
export async function raiseOffset(tx: Tx, offsetMs: number): Promise<number> {
  const row = await tx
    .insertInto('business_clock')
    .values({ offset_ms: BigInt(Math.round(offsetMs)) })
    .onConflict((clash) =>
      clash
        .column('singleton')
        .doUpdateSet({ offset_ms: sql`greatest(business_clock.offset_ms, excluded.offset_ms)` }),
    )
    .returning('offset_ms')
    .executeTakeFirstOrThrow();
  return Number(row.offset_ms);
}

/**
 * Stores the end of the seeded weeks unless one is already stored.
 * @returns the stored end
 */
export async function storeSeedingEnd(tx: Tx, endsAt: Temporal.Instant): Promise<Temporal.Instant> {
  await tx
    .insertInto('sandbox_seeding')
    .values({ ends_at: endsAt })
    .onConflict((clash) => clash.doNothing())
    .execute();
  const row = await tx.selectFrom('sandbox_seeding').select('ends_at').executeTakeFirstOrThrow();
  return row.ends_at;
}

/** Returns the end of the seeded weeks; null if the first start had no seeds. */
export async function storedSeedingEnd(read: Read): Promise<Temporal.Instant | null> {
  return (
    (await read.selectFrom('sandbox_seeding').select('ends_at').executeTakeFirst())?.ends_at ?? null
  );
}

export type SeededPerson = {
  number: number;
  name: string;
  phone: string;
  password: string;
  story: string;
};

export async function seededPeople(read: Read): Promise<SeededPerson[]> {
  return await read.selectFrom('sandbox_people').selectAll().orderBy('number').execute();
}

export async function keepPerson(tx: Tx, person: SeededPerson): Promise<void> {
  await tx
    .insertInto('sandbox_people')
    .values(person)
    .onConflict((clash) => clash.doNothing())
    .execute();
}

export type OutboxMessage = { id: bigint; phone: string; text: string; sent_at: Temporal.Instant };

/** Returns messages to a phone number (E.164), newest first; to all numbers if `phone` is null. */
export async function outbox(
  read: Read,
  phone: string | null,
  limit = 50,
): Promise<OutboxMessage[]> {
  let query = read
    .selectFrom('sandbox_messages')
    .select(['id', 'phone', 'text', 'sent_at'])
    .orderBy('id', 'desc')
    .limit(limit);
  if (phone !== null) query = query.where('phone', '=', phone);
  return await query.execute();
}

/** Returns push notifications, newest first, each with the recipient's sealed phone number. */
export async function pushes(
  read: Read,
): Promise<{ message_id: string; body: string; sent_at: Temporal.Instant; to_sealed: Buffer }[]> {
  return await read
    .selectFrom('sandbox_pushes as p')
    .innerJoin('messages as m', 'm.id', 'p.message_id')
    .select(['p.message_id', 'p.body', 'p.sent_at', 'm.to_sealed'])
    .orderBy('p.sent_at', 'desc')
    .limit(50)
    .execute();
}

/** Returns the first day, not before `from`, that is the last free day of an open bill, or null. */
export async function nearestDueOn(
  read: Read,
  from: Temporal.PlainDate,
): Promise<Temporal.PlainDate | null> {
  const row = await read
    .selectFrom('bills')
    .select('last_free_on')
    .where('settled_at', 'is', null)
    .where('last_free_on', '>=', from)
    .orderBy('last_free_on')
    .limit(1)
    .executeTakeFirst();
  return row?.last_free_on ?? null;
}

export type WaitingReview = {
  applicationId: string;
  borrowerId: string;
  phone: Buffer;
  name: Buffer | null;
  submittedAt: Temporal.Instant;
  dueAt: Temporal.Instant | null;
  /** The rules that fired before the manual review; null until the engine has decided. */
  rulesFired: unknown;
};

/** Returns applications that are waiting for the engine or a reviewer, oldest first. */
export async function waitingReviews(read: Read): Promise<WaitingReview[]> {
  const { rows } = await sql<WaitingReview>`
    select a.id as "applicationId", b.id as "borrowerId", b.phone_sealed as phone,
      b.name_sealed as name, a.submitted_at as "submittedAt", r.due_at as "dueAt",
      (select d.rules_fired from credit_decisions d where d.application_id = a.id
        order by d.number desc limit 1) as "rulesFired"
    from credit_applications a
      join borrowers b on b.id = a.borrower_id
      left join credit_reviews r on r.application_id = a.id
    where a.submitted_at is not null
      and not exists (select 1 from credit_decisions d
        where d.application_id = a.id and d.outcome <> 'manual')
    order by a.submitted_at limit 50`.execute(read);
  return rows;
}

export type DecidedReview = {
  borrowerId: string;
  phone: Buffer;
  name: Buffer | null;
  outcome: string;
  decidedAt: Temporal.Instant;
  decidedBy: string;
  rulesFired: unknown;
};

/** Returns the latest decisions, newest first, except those on erased accounts. */
export async function decidedReviews(read: Read): Promise<DecidedReview[]> {
  const { rows } = await sql<DecidedReview>`
    select b.id as "borrowerId", b.phone_sealed as phone, b.name_sealed as name, d.outcome,
      d.decided_at as "decidedAt", d.decided_by as "decidedBy", d.rules_fired as "rulesFired"
    from credit_decisions d
      join credit_applications a on a.id = d.application_id
      join borrowers b on b.id = a.borrower_id
    where b.erased_at is null order by d.decided_at desc, d.number desc limit 20`.execute(read);
  return rows;
}

/** Returns the six-digit codes sent to a phone number, oldest first. */
export async function codesOf(read: Read, phone: string): Promise<string[]> {
  const rows = await outbox(read, phone);
  return rows.flatMap(({ text }) => codeIn(text) ?? []).reverse();
}

/** Returns the code in a message, or null. */
export function codeIn(text: string): string | null {
  return /\b\d{6}\b/.exec(text)?.[0] ?? null;
}

export async function findUnsentMessage(read: Read): Promise<{ id: string } | undefined> {
  return await read
    .selectFrom('messages')
    .select('id')
    .where('state', 'in', ['waiting', 'sending', 'failed'])
    .limit(1)
    .executeTakeFirst();
}
