-- Reminders of bills: what each borrower has chosen, and each reminder that fell due, once a bill, kind and Manila day, so that neither two workers nor a
-- catch-up after an outage can tell one twice.

create table reminder_settings (
  borrower_id uuid primary key references borrowers,
  channel text not null check (channel in ('sms', 'none')),
  -- Of the Manila day; nobody is written to from 22:00 to 06:00.
  hour integer not null check (hour between 6 and 21),
  locale text not null,
  -- Business time.
  chosen_at timestamptz not null
);
create trigger reminder_settings_of_somebody before insert on reminder_settings for each row execute function belongs_to_somebody();

create table reminders (
  loan_id uuid not null references bills,
  borrower_id uuid not null references borrowers,
  kind text not null check (kind in ('reminderSoon', 'reminderTomorrow', 'reminderToday', 'reminderOverdue')),
  -- The Manila day for which it was found, and on which alone it may be told.
  remind_on date not null,
  -- Business time.
  found_at timestamptz not null,
  -- Null while it is not told; a message that was dropped before it left may be replaced by one that is true again.
  message_id uuid unique references messages,
  ended_at timestamptz,
  -- overtaken: the bill had changed; missed: its day was over.
  ended_as text check (ended_as in ('overtaken', 'missed')),
  primary key (loan_id, kind, remind_on),
  check ((ended_at is null) = (ended_as is null))
);
create index reminders_of_borrower on reminders (borrower_id);
create index reminders_open on reminders (remind_on) where message_id is null and ended_at is null;
create index reminders_of_day on reminders (remind_on) where ended_at is null;
create trigger reminders_of_somebody before insert on reminders for each row execute function belongs_to_somebody();
create trigger reminders_stay before delete on reminders for each row execute function refuse_change();

create function reminders_are_told_once() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null then
    raise exception 'a reminder ends once' using errcode = 'restrict_violation';
  end if;
  if old.message_id is not null and new.message_id is distinct from old.message_id
    and not exists (select from messages m where m.id = old.message_id and m.state = 'dropped'
      and not exists (select from message_tries t where t.message_id = m.id and t.outcome is distinct from 'refused')) then
    raise exception 'a reminder is told once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger reminders_are_told_once before update on reminders for each row execute function reminders_are_told_once();

-- Only the borrower is reminded, at the number that is theirs now.
create function reminders_go_to_their_borrower() returns trigger language plpgsql as $$
begin
  if not exists (select from borrowers where id = new.borrower_id and phone_hash = new.to_hash and erased_at is null) then
    raise exception 'a reminder goes to its borrower alone' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger reminders_go_to_their_borrower before insert or update of to_hash, kind, borrower_id on messages for each row
  when (new.kind like 'reminder%') execute function reminders_go_to_their_borrower();

create function forget_reminder_settings() returns trigger language plpgsql as $$
begin
  delete from reminder_settings where borrower_id = new.id;
  return null;
end $$;
create trigger borrowers_forget_reminder_settings after update of erased_at on borrowers for each row
  when (old.erased_at is null and new.erased_at is not null) execute function forget_reminder_settings();

-- Open bills by their days: what is due today is found without a look at the others.
create index bills_open_by_due on bills (due_on) where settled_at is null;
create index bills_open_by_last_free on bills (last_free_on) where settled_at is null;

grant select, insert, update on reminder_settings to sandali_app;
grant select, insert, update (message_id, ended_at, ended_as) on reminders to sandali_app;
