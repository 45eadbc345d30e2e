-- Holidays that were proclaimed since this program was released (`ops holiday add`), and what a holiday may do to a bill.

create table holidays (
  day date primary key,
  kind text not null check (kind in ('regular', 'special')),
  name text not null check (length(name) between 2 and 100),
  -- 'Proclamation 1006 s.2025'
  proclamation text not null check (length(proclamation) between 5 and 100),
  -- Business time.
  added_at timestamptz not null,
  added_by text not null
);
create trigger holidays_stay before update or delete on holidays for each row execute function refuse_change();
create trigger holidays_stay_whole before truncate on holidays for each statement execute function refuse_change();
grant select, insert on holidays to sandali_app;

-- What somebody was told about the days of a bill is never changed against them: the due date stays, and the last free day only moves later.
create function bills_days_stay() returns trigger language plpgsql as $$
begin
  if (new.arrived_at, new.arrived_on, new.due_on) is distinct from (old.arrived_at, old.arrived_on, old.due_on) or new.last_free_on < old.last_free_on then
    raise exception 'a bill keeps its days; its last free day only moves later' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger bills_days_stay before update on bills for each row execute function bills_days_stay();

-- The open bills whose last free day became a holiday.
create index bills_by_last_free_day on bills (last_free_on) where settled_at is null;
