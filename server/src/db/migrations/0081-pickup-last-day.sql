-- Whoever has not come for money that lies ready is told of its last day, once.

alter table payouts
  -- When its borrower was told that the last day comes (business time).
  add column last_day_told_at timestamptz,
  add check (last_day_told_at is null or ready_at is not null);

create function pickup_last_day_is_told_once() returns trigger language plpgsql as $$
begin
  if old.last_day_told_at is not null then
    raise exception 'the last day of a pickup is told once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payouts_last_day before update of last_day_told_at on payouts for each row
  when (new.last_day_told_at is distinct from old.last_day_told_at) execute function pickup_last_day_is_told_once();
