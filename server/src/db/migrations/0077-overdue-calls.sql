-- Calls to borrowers whose bill is overdue (SEC MC 18 s.2019): to their own number alone, from 06:00 to 22:00 in Manila, and not too often.
create table overdue_calls (
  id uuid primary key,
  loan_id uuid not null references bills,
  borrower_id uuid not null references borrowers,
  called_at timestamptz not null,
  called_on date not null,
  -- Which call of its day it is to this person, about whatever bill.
  number integer not null check (number between 1 and 3),
  called_by text not null,
  -- Of the number that was called, which is the borrower's own.
  to_hash bytea not null,
  outcome text not null check (outcome in ('reached', 'promised', 'noAnswer', 'wrongNumber', 'refused', 'callBack')),
  note_sealed bytea,
  check (called_on = (called_at at time zone 'Asia/Manila')::date),
  constraint overdue_calls_by_day check (extract(hour from called_at at time zone 'Asia/Manila') between 6 and 21),
  unique (borrower_id, called_on, number)
);
create index overdue_calls_of_loan on overdue_calls (loan_id, called_at);

create function overdue_calls_are_lawful() returns trigger language plpgsql as $$
begin
  if not exists (select from borrowers b where b.id = new.borrower_id and b.phone_hash = new.to_hash and b.erased_at is null) then
    raise exception 'only the borrower is called, at their own number' using errcode = 'restrict_violation';
  end if;
  if not exists (select from bills b where b.loan_id = new.loan_id and b.borrower_id = new.borrower_id and b.settled_at is null) then
    raise exception 'calls are about an open bill of whom they go to' using errcode = 'restrict_violation';
  end if;
  if new.number > 1 + (select count(*) from overdue_calls c where c.borrower_id = new.borrower_id and c.called_on = new.called_on) then
    raise exception 'the calls of a day are counted without gaps' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger overdue_calls_are_lawful before insert on overdue_calls for each row execute function overdue_calls_are_lawful();
create trigger overdue_calls_stay before update or delete on overdue_calls for each row execute function refuse_change();
create trigger overdue_calls_stay_whole before truncate on overdue_calls for each statement execute function refuse_change();
create index bills_overdue on bills (last_free_on, loan_id) where settled_at is null;

grant select, insert on overdue_calls to sandali_app;

-- A part of a promise to pay is reminded of the day before; as long as it is kept, nothing else reminds of its bill.
alter table reminders drop constraint reminders_kind_check,
  add constraint reminders_kind_check check (kind in ('reminderSoon', 'reminderTomorrow', 'reminderToday', 'reminderOverdue', 'reminderPromise'));
