// All SQL for reminders, and for entries in borrowers' own calendars.

import type { Day } from '@sandali/contract/day.ts';
import { usualReminders } from '@sandali/contract/reminder.ts';
import { type Insertable, sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import { type OfBorrower, onePart, part, readerOf } from '#/db/snapshot.ts';
import type { CalendarEntries, ReminderSettings } from '#/db/tables.ts';
import { manila } from '#/platform/days.ts';
import type { ReminderDay, ReminderKind } from './rules.ts';

type Moment = { today: Day; hour: number; now: Temporal.Instant; most: number };

/**
 * Inserts up to `most` due reminders of open bills, for borrowers who want reminders and whose
 * chosen hour has begun. Leaves existing reminders as they are.
 * @returns the number of new reminders
 */
export async function insertDueReminders(
  tx: Tx,
  wanted: readonly ReminderDay[],
  { today, hour, now, most }: Moment,
): Promise<number> {
  const { numAffectedRows } = await sql`
    with found as (${billsWithDays(wanted)})
    insert into reminders (loan_id, borrower_id, kind, remind_on, found_at)
    select f.loan_id, f.borrower_id, f.kind, ${today}::date, ${now} from found f
      join borrowers p on p.id = f.borrower_id and p.erased_at is null
      left join reminder_settings s on s.borrower_id = f.borrower_id
    where coalesce(s.channel, ${usualReminders.channel}) <> 'none'
      and coalesce(s.hour, ${usualReminders.hour}) <= ${hour}
      and not exists (select from reminders r
        where r.loan_id = f.loan_id and r.kind = f.kind and r.remind_on = ${today}::date)
    limit ${most}
    on conflict do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/**
 * Selects the open bills with a wanted day, with the borrower and the kind. Code that moves a due
 * date must update both `due_on` and `last_free_on`.
 */
function billsWithDays(wanted: readonly ReminderDay[]) {
  const days = sql.join(
    wanted.map(({ kind, by, on }) => sql`(${kind}::text, ${by}::text, ${on}::date)`),
  );
  return sql`with wanted (kind, by_day, on_day) as (values ${days})
    select b.loan_id, b.borrower_id, w.kind
      from wanted w join bills b on b.settled_at is null and b.due_on = w.on_day
      where w.by_day = 'dueOn'
    union all
    select b.loan_id, b.borrower_id, w.kind
      from wanted w join bills b on b.settled_at is null and b.last_free_on = w.on_day
      where w.by_day = 'lastFreeOn'
    union all
    select p.loan_id, p.borrower_id, w.kind
      from wanted w join promise_installments t on t.due_on = w.on_day
        join promises_to_pay p on p.id = t.promise_id
        join bills b on b.loan_id = p.loan_id and b.settled_at is null
      where w.by_day = 'partOn'`;
}

/**
 * Closes at most `most` unsent reminders of earlier days.
 * @returns the number of closed reminders
 */
export async function endMissedReminders(
  tx: Tx,
  { today, now, most }: Omit<Moment, 'hour'>,
): Promise<number> {
  const { numAffectedRows } =
    await sql`update reminders set ended_at = ${now}, ended_as = 'missed' where ctid = any (array(
    select ctid from reminders
    where remind_on < ${today}::date and message_id is null and ended_at is null
    order by remind_on limit ${most} for update skip locked))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/**
 * Reopens up to `most` of today's reminders whose message was dropped, unless a gateway may have
 * received that message.
 * @returns the number of reopened reminders
 */
export async function retryDroppedReminders(tx: Tx, today: Day, most: number): Promise<number> {
  const startOfToday = Temporal.PlainDate.from(today).toZonedDateTime(manila).toInstant();
  const { numAffectedRows } =
    await sql`update reminders set message_id = null where ctid = any (array(
    select r.ctid from messages m join reminders r on r.message_id = m.id
    where m.state = 'dropped' and m.dropped_at >= ${startOfToday}
      and r.remind_on = ${today}::date and r.ended_at is null
      and not exists (select from message_attempts t
        where t.message_id = m.id and t.outcome is distinct from 'refused')
    limit ${most} for update of r skip locked))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

export type OpenReminder = { loan_id: string; borrower_id: string; kind: ReminderKind };

function openReminders(read: Read, today: Day) {
  return read
    .selectFrom('reminders')
    .select(['loan_id', 'borrower_id', 'kind'])
    .where('remind_on', '=', Temporal.PlainDate.from(today))
    .where('message_id', 'is', null)
    .where('ended_at', 'is', null)
    .orderBy('loan_id');
}

/**
 * Claims today's unsent reminders, except those claimed by other workers. With `only`, claims just
 * that reminder.
 */
export async function claimOpenReminders(
  tx: Tx,
  today: Day,
  limit: number,
  only: OpenReminder | null,
): Promise<OpenReminder[]> {
  let query = openReminders(tx, today);
  if (only) query = query.where('loan_id', '=', only.loan_id).where('kind', '=', only.kind);
  return (await query.limit(limit).forUpdate().skipLocked().execute()) as OpenReminder[];
}

/** Lists today's unsent reminders, at most `limit`, without claiming them. */
export async function listOpenReminders(
  read: Read,
  today: Day,
  limit: number,
): Promise<OpenReminder[]> {
  return (await openReminders(read, today).limit(limit).execute()) as OpenReminder[];
}

export async function markReminded(
  tx: Tx,
  today: Day,
  sent: readonly (OpenReminder & { message_id: string })[],
): Promise<void> {
  if (sent.length === 0) return;
  const [loanIds, kinds, messageIds] = [
    sent.map(({ loan_id }) => loan_id),
    sent.map(({ kind }) => kind),
    sent.map(({ message_id }) => message_id),
  ];
  await sql`update reminders r set message_id = s.message_id
    from unnest(${loanIds}::uuid[], ${kinds}::text[], ${messageIds}::uuid[])
      as s (loan_id, kind, message_id)
    where r.loan_id = s.loan_id and r.kind = s.kind and r.remind_on = ${today}::date`.execute(tx);
}

export async function endOvertaken(
  tx: Tx,
  today: Day,
  overtaken: readonly OpenReminder[],
  at: Temporal.Instant,
): Promise<void> {
  if (overtaken.length === 0) return;
  const [loanIds, kinds] = [
    overtaken.map(({ loan_id }) => loan_id),
    overtaken.map(({ kind }) => kind),
  ];
  await sql`update reminders r set ended_at = ${at}, ended_as = 'overtaken'
    from unnest(${loanIds}::uuid[], ${kinds}::text[]) as s (loan_id, kind)
    where r.loan_id = s.loan_id and r.kind = s.kind and r.remind_on = ${today}::date`.execute(tx);
}

/** Returns the open reminder of a message, with its day. */
export async function findByMessage(
  read: Read,
  messageId: string,
): Promise<(OpenReminder & { remind_on: Temporal.PlainDate }) | undefined> {
  const row = await read
    .selectFrom('reminders')
    .select(['loan_id', 'borrower_id', 'kind', 'remind_on'])
    .where('message_id', '=', messageId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row as (OpenReminder & { remind_on: Temporal.PlainDate }) | undefined;
}

/** Counts a day's sent and unsent reminders. */
export async function remindersOn(
  read: Read,
  day: Temporal.PlainDate,
): Promise<{ sent: number; missed: number }> {
  const { rows } = await sql<{ sent: number; missed: number }>`
    select count(*) filter (where message_id is not null)::int as sent,
      count(*) filter (where message_id is null)::int as missed
    from reminders where remind_on = ${day}`.execute(read);
  return rows[0] ?? { sent: 0, missed: 0 };
}

/** A borrower's reminder settings, or null. */
export const settingsPart = onePart(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('reminder_settings')
      .select(['channel', 'hour', 'locale', 'chosen_at'])
      .where('borrower_id', '=', borrowerId),
  (row) => row,
);
export const findSettings = readerOf(settingsPart);

/** Returns borrowers' reminder settings by borrower id. Omits borrowers who never saved any. */
export async function settingsOf(
  read: Read,
  borrowerIds: readonly string[],
): Promise<Map<string, { channel: string; locale: string }>> {
  const rows = await read
    .selectFrom('reminder_settings')
    .select(['borrower_id', 'channel', 'locale'])
    .where('borrower_id', '=', sql<string>`any(${borrowerIds}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.borrower_id, row]));
}

export async function saveSettings(tx: Tx, settings: Insertable<ReminderSettings>): Promise<void> {
  const { borrower_id: _, ...chosen } = settings;
  await tx
    .insertInto('reminder_settings')
    .values(settings)
    .onConflict((clash) => clash.column('borrower_id').doUpdateSet(chosen))
    .execute();
}

/** A borrower's calendar entries, with the outcomes that the phone reported. */
export const calendarEntriesPart = part(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('calendar_entries')
      .select(['loan_id', 'due_on', 'outcome', 'reported_at'])
      .where('borrower_id', '=', borrowerId)
      .orderBy('reported_at'),
  (rows) => rows,
);
export const calendarEntriesOf = readerOf(calendarEntriesPart);

export async function saveCalendarEntry(tx: Tx, entry: Insertable<CalendarEntries>): Promise<void> {
  const { outcome, reported_at } = entry;
  await tx
    .insertInto('calendar_entries')
    .values(entry)
    .onConflict((clash) =>
      clash.columns(['loan_id', 'due_on']).doUpdateSet({ outcome, reported_at }),
    )
    .execute();
}
