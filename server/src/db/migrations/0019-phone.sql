-- The change of a number. One row a change, numbered for each borrower: two at once would be the same row, and the trigger holds the next one
-- against the one before, so that the database itself keeps to once in 14 days (Manila days of business time).
create table phone_changes (
  borrower_id uuid not null references borrowers,
  number integer not null check (number > 0),
  changed_on date not null,
  changed_at timestamptz not null,
  way text not null check (way in ('code', 'idNumber')),
  -- The number before, sealed, so that an account that somebody took can be given back.
  old_phone_sealed bytea not null,
  primary key (borrower_id, number)
);

create function phone_changes_wait() returns trigger language plpgsql as $$
begin
  if new.number > 1 and not exists (
    select from phone_changes
    where borrower_id = new.borrower_id and number = new.number - 1 and changed_on + 14 <= new.changed_on
  ) then
    raise exception 'a number is changed once in 14 days' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger phone_changes_wait before insert on phone_changes for each row execute function phone_changes_wait();
create trigger phone_changes_stay before update or delete on phone_changes for each row execute function refuse_change();
create trigger phone_changes_stay_whole before truncate on phone_changes for each statement execute function refuse_change();
grant select, insert on phone_changes to sandali_app;

-- A window of a budget may be longer than the two days after which it was forgotten: each row knows when its own ends.
alter table budgets add column ends_at timestamptz;
update budgets set ends_at = window_start + interval '1 day';
alter table budgets alter column ends_at set not null;
drop index budgets_by_time;
create index budgets_by_end on budgets (ends_at);
