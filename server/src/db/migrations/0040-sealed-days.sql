-- Days of the books, sealed one by one in a hash chain. An entry has two times: when it happened in the world (`happened_at`, and its Manila day
-- `business_on`) and when it was written down (`recorded_at`). The day whose books hold it follows from the second: a day that is sealed takes no
-- entry any more, and what happened on it and is told later stands in the books of the first open day.

-- The order in which entries were written; those of one transaction share their times.
alter table ledger_entries add column number bigint generated always as identity;
create unique index ledger_entries_by_number on ledger_entries (number);

-- Computed for what stands here already, and chosen by the trigger from now on, whatever is written.
alter table ledger_entries add column booked_on date generated always as ((recorded_at at time zone 'Asia/Manila')::date) stored;
alter table ledger_entries alter column booked_on drop expression;
alter table ledger_entries alter column booked_on set not null, alter column booked_on set default '-infinity';
create index ledger_entries_by_booking on ledger_entries (booked_on, number);
-- In the order in which a statement of account reads them.
drop index ledger_entries_of_borrower;
create index ledger_entries_of_borrower on ledger_entries (borrower_id, booked_on, number) where borrower_id is not null;

-- A sealed day: how much it holds, and what its entries hash to, chained to the day before. Every day of the calendar from the first on has one.
create table ledger_days (
  day date primary key,
  entry_count bigint not null check (entry_count >= 0),
  line_count bigint not null check (line_count >= 2 * entry_count),
  -- Real time.
  sealed_at timestamptz not null,
  rows_hash bytea not null check (length(rows_hash) = 32),
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null unique check (length(hash) = 32)
);

-- What each entry of a sealed day hashed to, so that one that is changed or missing later has a name.
create table ledger_day_entries (
  entry_id uuid primary key references ledger_entries,
  day date not null references ledger_days deferrable initially deferred,
  hash bytea not null check (length(hash) = 32)
);
create index ledger_day_entries_by_day on ledger_day_entries (day, entry_id);

-- Up to which day the books take no entry any more, and where the chain of sealed days ends, which follows. One row.
create table ledger_head (
  is_only boolean primary key default true check (is_only),
  closed_to date,
  sealed_to date,
  hash bytea not null check (length(hash) = 32)
);
insert into ledger_head (hash) values (decode(repeat('00', 32), 'hex'));

create function ledger_books_on_open_day() returns trigger language plpgsql as $$
declare
  closed date;
begin
  -- All that post share this lock, and whoever closes a day holds it alone, for a moment: no day is closed while an entry of it is on its way.
  perform pg_advisory_xact_lock_shared(hashtext('sandali ledger days'));
  select closed_to into closed from ledger_head;
  new.booked_on := greatest((new.recorded_at at time zone 'Asia/Manila')::date, closed + 1);
  return new;
end $$;
create trigger ledger_entries_on_open_day before insert on ledger_entries for each row execute function ledger_books_on_open_day();

create function ledger_days_follow() returns trigger language plpgsql as $$
declare
  last record;
begin
  select day, hash into last from ledger_days order by day desc limit 1;
  if found and (new.day <> last.day + 1 or new.previous_hash <> last.hash) then
    raise exception 'a sealed day follows the one before: % after %', new.day, last.day using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger ledger_days_follow before insert on ledger_days for each row execute function ledger_days_follow();

create function ledger_head_moves_on() returns trigger language plpgsql as $$
begin
  if coalesce(new.closed_to < old.closed_to, old.closed_to is not null and new.closed_to is null) then
    raise exception 'days of the books that were closed are not opened again' using errcode = 'restrict_violation';
  end if;
  if (new.sealed_to, new.hash) is distinct from (old.sealed_to, old.hash)
    and (new.sealed_to is null or new.closed_to is null or new.sealed_to > new.closed_to or coalesce(new.sealed_to <= old.sealed_to, false)
      or not exists (select 1 from ledger_days d where d.day = new.sealed_to and d.hash = new.hash)) then
    raise exception 'the books are sealed up to a later day only, to one that is closed and has a seal' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger ledger_head_moves_on before update on ledger_head for each row execute function ledger_head_moves_on();

create trigger ledger_days_stay before update or delete on ledger_days for each row execute function refuse_change();
create trigger ledger_days_stay_whole before truncate on ledger_days for each statement execute function refuse_change();
create trigger ledger_day_entries_stay before update or delete on ledger_day_entries for each row execute function refuse_change();
create trigger ledger_day_entries_stay_whole before truncate on ledger_day_entries for each statement execute function refuse_change();
create trigger ledger_head_stays before insert or delete on ledger_head for each row execute function refuse_change();
create trigger ledger_head_stays_whole before truncate on ledger_head for each statement execute function refuse_change();

grant select, insert on ledger_days, ledger_day_entries to sandali_app;
grant select, update on ledger_head to sandali_app;

-- Readiness asks for the first break that was ever noted.
create index audit_rows_of_breaks on audit_rows (act, id) where act in ('trailBroken', 'booksBroken');
