-- Messages, their delivery, and reminders.

create table messages (
  id uuid primary key,
  borrower_id uuid references borrowers,
  kind text not null,
  to_sealed bytea not null,
  to_hash bytea not null,
  -- The title above the text in the app; null if the app does not show the message.
  title_sealed bytea,
  text_sealed bytea not null,
  -- `queued_at` is business time.
  queued_at timestamptz not null,
  -- The wall time after which sending is pointless (codes); null if the message does not expire.
  ends_at timestamptz,
  attempts integer not null default 0,
  sent_at timestamptz,
  -- When the message was dropped because it was too late to send.
  dropped_at timestamptz,
  gateway text,
  gateway_id text,
  -- The gateway's error in the last attempt.
  failure text,
  state text not null default 'waiting'
    check (state in ('waiting', 'held', 'sending', 'sent', 'failed', 'unsure', 'dropped')),
  -- The business time at which a message queued at night is sent.
  held_until timestamptz,
  -- The wall time until which a worker has leased the message.
  leased_until timestamptz,
  -- The application that named the reference. Set only for the notice to that reference. Any other
  -- message to the number must be for the borrower who owns the number.
  reference_application_id uuid references credit_applications,
  channel text not null default 'sms' check (channel in ('sms', 'push', 'app')),
  -- The path in the app that a notification opens; a titled notification always has one.
  opens text check (opens like '/%' and opens not like '//%'),
  constraint messages_with_title_lead_somewhere check ((title_sealed is null) = (opens is null)),
  check (sent_at is null or dropped_at is null),
  check ((state = 'sent') = (sent_at is not null)),
  check ((state = 'dropped') = (dropped_at is not null)),
  check ((state = 'held') = (held_until is not null)),
  check ((state = 'sending') = (leased_until is not null)),
  check (state <> 'sent' or (gateway is not null and gateway_id is not null)),
  constraint messages_to_references_are_notices
    check ((kind = 'contactNotice') = (reference_application_id is not null))
);
comment on table messages is
  'Messages to people. References have a single kind, the one plain notice, so no other can be '
  'sent to them.';
create index messages_of_borrower on messages (borrower_id, queued_at desc);
create index messages_held on messages (held_until) where state = 'held';
create index messages_failed on messages (to_hash) where state = 'failed';
-- Finds today's reminders that were dropped before they were sent, to check them again.
create index messages_dropped on messages (dropped_at) where state = 'dropped';
-- `sms log` lists the newest messages, to everyone or to one number.
create index messages_by_time on messages (queued_at desc, id desc);
create index messages_to_number on messages (to_hash, queued_at desc, id desc);
-- Finds the notices of deleted accounts, which are written after the erasure, belong to no account,
-- and are deleted by age, sent or not.
create index messages_farewells on messages (queued_at) where kind = 'accountDeleted';
-- At most one notice per reference and application.
create unique index messages_once_a_reference on messages (reference_application_id, to_hash)
  where reference_application_id is not null;
create index messages_to_reference on messages (to_hash) where reference_application_id is not null;

create function messages_end_once() returns trigger language plpgsql as $$
begin
  raise exception 'a message that is % never changes', old.state
    using errcode = 'restrict_violation';
end $$;
create trigger messages_end_once before update on messages for each row
  when (old.state in ('sent', 'unsure', 'dropped')) execute function messages_end_once();
comment on trigger messages_end_once on messages is
  'A message that was sent, possibly sent or dropped is final: none is sent twice.';
create trigger messages_need_an_account before insert on messages for each row
  execute function require_account();
comment on trigger messages_need_an_account on messages is 'An erased account accepts no new rows.';

create function messages_spare_references() returns trigger language plpgsql as $$
begin
  if new.kind = 'contactNotice'
    and exists (select from reference_opt_outs where phone_hash = new.to_hash) then
    raise exception 'this reference has opted out'
      using errcode = 'restrict_violation';
  end if;
  -- Codes go to the number that requested them. A previous number, and the number of a deleted
  -- account, are notified of the change.
  if new.kind like 'code.%' or new.kind in ('contactNotice', 'phoneChangedFrom', 'accountDeleted')
    then return new; end if;
  if exists (select from messages where to_hash = new.to_hash
    and reference_application_id is not null)
    and not exists (select from borrowers where id = new.borrower_id and phone_hash = new.to_hash)
      then
    raise exception 'a reference gets one plain notice and no other message'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger messages_spare_references before insert or update of to_hash, kind on messages
  for each row execute function messages_spare_references();
comment on trigger messages_spare_references on messages is
  'A reference gets one plain notice and no other message, and none after opting out.';

create function messages_remind_their_borrower() returns trigger language plpgsql as $$
begin
  if not exists (select from borrowers where id = new.borrower_id and phone_hash = new.to_hash
    and erased_at is null) then
    raise exception 'a reminder can go only to its borrower' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger messages_remind_their_borrower before insert or update of to_hash, kind, borrower_id
  on messages for each row
  when (new.kind like 'reminder%') execute function messages_remind_their_borrower();
comment on trigger messages_remind_their_borrower on messages is
  'Only the borrower is reminded, at their current number.';

create function messages_to_references_follow_approval() returns trigger language plpgsql as $$
begin
  if not exists (select from credit_decisions where application_id = new.reference_application_id
    and outcome = 'approved') then
    raise exception 'a reference can be notified only of an approved application'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger messages_to_references_follow_approval before insert on messages for each row
  when (new.reference_application_id is not null)
    execute function messages_to_references_follow_approval();
comment on trigger messages_to_references_follow_approval on messages is
  'A reference is notified only after the application was approved: otherwise anyone could have us '
  'write to three strangers.';

grant select, insert, update on messages to sandali_app;

-- Removes a reference's number from messages, sent or not. The serving role cannot delete a message
-- in any other way.
create function erase_reference(hash bytea) returns void language plpgsql security definer
  set search_path = pg_catalog, public as $$
begin
  delete from sandbox_messages s using messages m where s.message_id = m.id and m.to_hash = hash
    and m.reference_application_id is not null;
  delete from message_deliveries d using messages m where d.message_id = m.id and m.to_hash = hash
    and m.reference_application_id is not null;
  delete from message_attempts t using messages m where t.message_id = m.id and m.to_hash = hash
    and m.reference_application_id is not null;
  delete from messages m where m.to_hash = hash and m.reference_application_id is not null;
  delete from named_references where phone_hash = hash;
end $$;
revoke all on function erase_reference(bytea) from public;
grant execute on function erase_reference(bytea) to sandali_app;

-- Deletes notices of deleted accounts by age, sent or not.
create function erase_deletion_notices(before timestamptz, most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  ids uuid[];
begin
  ids := array(select m.id from messages m where m.kind = 'accountDeleted' and m.queued_at <
    before order by m.queued_at limit most);
  delete from sandbox_messages s where s.message_id = any (ids);
  delete from message_deliveries d where d.message_id = any (ids);
  delete from message_attempts t where t.message_id = any (ids);
  delete from messages m where m.id = any (ids);
  return cardinality(ids);
end $$;
revoke all on function erase_deletion_notices(timestamptz, integer) from public;
grant execute on function erase_deletion_notices(timestamptz, integer) to sandali_app;

create table message_attempts (
  message_id uuid not null references messages,
  number integer not null check (number > 0),
  gateway text not null,
  -- `asked_at` is wall time.
  asked_at timestamptz not null,
  answered_at timestamptz,
  outcome text check (outcome in ('taken', 'refused', 'unsure')),
  gateway_id text,
  -- For operators; contains neither a phone number nor the message's text.
  detail text,
  primary key (message_id, number),
  check ((outcome is null) = (answered_at is null)),
  check ((gateway_id is not null) = (outcome is not null and outcome = 'taken'))
);
comment on table message_attempts is
  'Attempts to send, written before the gateway is called. The outcome is set once: accepted, '
  'refused (not sent), or unsure (possibly sent).';
create unique index message_attempts_taken_once on message_attempts (message_id)
  where outcome = 'taken';
-- A message has at most one attempt under way.
create unique index message_attempts_one_at_a_time on message_attempts (message_id)
  where outcome is null;
create index message_attempts_known on message_attempts (asked_at)
  where outcome in ('taken', 'refused');

create function message_attempts_are_answered_once() returns trigger language plpgsql as $$
begin
  if old.outcome is not null or new.outcome is null then
    raise exception 'the outcome of an attempt can be set only once'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger message_attempts_are_answered_once before update on message_attempts for each row
  execute function message_attempts_are_answered_once();
comment on trigger message_attempts_are_answered_once on message_attempts is
  'The outcome of an attempt is set once.';

grant select, insert, update (answered_at, outcome, gateway_id, detail)
  on message_attempts to sandali_app;

-- Deletes up to `most` attempts with a known outcome that began before the given instant. Attempts
-- with an unknown outcome stay, because they prevent their messages from being sent again. @returns
-- the number deleted
create function forget_message_attempts(before timestamptz, most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  forgotten integer;
begin
  delete from message_attempts where (message_id, number) in (select t.message_id, t.number
    from message_attempts t
    where t.asked_at < before and t.outcome in ('taken', 'refused') order by t.asked_at limit most);
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
revoke all on function forget_message_attempts(timestamptz, integer) from public;
grant execute on function forget_message_attempts(timestamptz, integer) to sandali_app;

create table message_deliveries (
  message_id uuid primary key references messages,
  state text not null default 'underway'
    check (state in ('underway', 'delivered', 'notDelivered', 'unknown')),
  asked integer not null default 0 check (asked >= 0),
  -- The wall time of the next query; null if no more queries follow.
  next_check_at timestamptz,
  -- The wall time at which the status was reported, or querying ended.
  reported_at timestamptz,
  check ((state = 'underway') = (next_check_at is not null)),
  check ((state = 'underway') = (reported_at is null))
);
comment on table message_deliveries is
  'The delivery status of a message that a gateway accepted. It is queried a few times, at growing '
  'intervals, until it is known.';
create index message_deliveries_due on message_deliveries (next_check_at)
  where next_check_at is not null;

create function message_deliveries_end_once() returns trigger language plpgsql as $$
begin
  raise exception 'the outcome of a delivery can be set only once'
    using errcode = 'restrict_violation';
end $$;
create trigger message_deliveries_end_once before update on message_deliveries for each row
  when (old.state <> 'underway') execute function message_deliveries_end_once();
comment on trigger message_deliveries_end_once on message_deliveries is
  'The outcome of a delivery is set once.';

grant select, insert, update on message_deliveries to sandali_app;

create table reminder_settings (
  borrower_id uuid primary key references borrowers,
  channel text not null check (channel in ('sms', 'push', 'none')),
  -- The Manila hour at which to send reminders. None are sent from 22:00 to 06:00.
  hour integer not null check (hour between 6 and 21),
  locale text not null,
  -- `chosen_at` is business time.
  chosen_at timestamptz not null
);
comment on table reminder_settings is 'When and how each borrower wants to be reminded of bills.';
create trigger reminder_settings_need_an_account before insert on reminder_settings for each row
  execute function require_account();
comment on trigger reminder_settings_need_an_account on reminder_settings is
  'An erased account accepts no new rows.';

grant select, insert, update on reminder_settings to sandali_app;

create table reminders (
  loan_id uuid not null,
  borrower_id uuid not null,
  kind text not null
    check (kind in ('reminderSoon', 'reminderTomorrow', 'reminderToday', 'reminderOverdue',
    'reminderPromise', 'promiseMissed')),
  -- The only Manila day on which the reminder may be sent.
  remind_on date not null,
  -- `found_at` is business time.
  found_at timestamptz not null,
  -- Null before the reminder is sent. A message that was dropped before it was sent may be replaced
  -- by a current message.
  message_id uuid unique references messages,
  ended_at timestamptz,
  -- overtaken: the bill had changed; missed: the reminder's day was over.
  ended_as text check (ended_as in ('overtaken', 'missed')),
  primary key (loan_id, kind, remind_on),
  check ((ended_at is null) = (ended_as is null)),
  foreign key (loan_id, borrower_id) references bills (loan_id, borrower_id)
);
comment on table reminders is
  'Reminders that fell due, unique per bill, kind and Manila day, so that neither two workers nor '
  'a catch-up after an outage sends one twice.';
create index reminders_of_borrower on reminders (borrower_id);
create index reminders_open on reminders (remind_on) where message_id is null and ended_at is null;
create index reminders_of_day on reminders (remind_on);
create trigger reminders_need_an_account before insert on reminders for each row
  execute function require_account();
comment on trigger reminders_need_an_account on reminders is
  'An erased account accepts no new rows.';

create function reminders_are_sent_once() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null then
    raise exception 'a reminder can end only once' using errcode = 'restrict_violation';
  end if;
  if old.message_id is not null and new.message_id is distinct from old.message_id
    and not exists (select from messages m where m.id = old.message_id and m.state = 'dropped'
      and not exists (select from message_attempts t where t.message_id = m.id and t.outcome
        is distinct from 'refused')) then
    raise exception 'a reminder can be sent only once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger reminders_are_sent_once before update on reminders for each row
  execute function reminders_are_sent_once();
comment on trigger reminders_are_sent_once on reminders is
  'A reminder is sent once, unless its message was dropped before it was sent, and ends once.';

grant select, insert, update (message_id, ended_at, ended_as) on reminders to sandali_app;

create table push_subscriptions (
  borrower_id uuid not null references borrowers,
  device_id text not null,
  slot integer not null check (slot between 1 and 5),
  -- The push address and its keys, which are enough to send notifications to the browser.
  subscription_sealed bytea not null,
  -- A browser belongs to the borrower who last subscribed with it.
  endpoint_hash bytea not null unique,
  -- `added_at` is wall time.
  added_at timestamptz not null,
  primary key (borrower_id, device_id),
  unique (borrower_id, slot)
);
comment on table push_subscriptions is
  'Push subscriptions: one per device, at most five per borrower, while they are logged in on the '
  'device.';
create index push_subscriptions_of_device on push_subscriptions (device_id);
create trigger push_subscriptions_need_an_account before insert on push_subscriptions for each row
  execute function require_account();
comment on trigger push_subscriptions_need_an_account on push_subscriptions is
  'An erased account accepts no new rows.';

create function push_subscriptions_end_with_session() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions p where p.borrower_id = new.borrower_id
    and p.device_id = new.device_id
    and not exists (select from sessions s where s.borrower_id = new.borrower_id
      and s.device_id = new.device_id and s.ended_at is null);
  return null;
end $$;
create constraint trigger push_subscriptions_end_with_session after update of ended_at on sessions
  deferrable initially deferred for each row
  when (old.ended_at is null and new.ended_at is not null)
    execute function push_subscriptions_end_with_session();
comment on trigger push_subscriptions_end_with_session on sessions is
  'The last session on a device ends its subscription, at commit, because a new login there ends '
  'the session before it.';

create function push_subscriptions_leave_a_device() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where device_id = new.device_id and borrower_id <> new.borrower_id;
  return null;
end $$;
create trigger push_subscriptions_leave_a_device after insert on sessions for each row
  execute function push_subscriptions_leave_a_device();
comment on trigger push_subscriptions_leave_a_device on sessions is
  'Logging in on a device ends other borrowers'' subscriptions there.';

create function push_subscriptions_need_a_session() returns trigger language plpgsql as $$
begin
  if not exists (select from sessions where borrower_id = new.borrower_id
    and device_id = new.device_id and ended_at is null) then
    raise exception 'a push subscription needs a session of its borrower'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger push_subscriptions_need_a_session before insert on push_subscriptions for each row
  execute function push_subscriptions_need_a_session();
comment on trigger push_subscriptions_need_a_session on push_subscriptions is
  'A subscription requires a session of its borrower on that device: one under an invented device '
  'id would outlive every session.';

grant select, insert, delete on push_subscriptions to sandali_app;

create table calendar_entries (
  loan_id uuid not null,
  due_on date not null,
  borrower_id uuid not null,
  outcome text not null check (outcome in ('added', 'saved', 'cancelled', 'denied', 'failed')),
  -- `reported_at` is business time.
  reported_at timestamptz not null,
  primary key (loan_id, due_on),
  foreign key (loan_id, borrower_id) references bills (loan_id, borrower_id)
);
comment on table calendar_entries is
  'The result of adding a due date to the borrower''s own calendar, with the day that was added: a '
  'due date that moved is offered again.';
create index calendar_entries_of_borrower on calendar_entries (borrower_id);
create trigger calendar_entries_need_an_account before insert on calendar_entries for each row
  execute function require_account();
comment on trigger calendar_entries_need_an_account on calendar_entries is
  'An erased account accepts no new rows.';

grant select, insert, update (outcome, reported_at) on calendar_entries to sandali_app;
