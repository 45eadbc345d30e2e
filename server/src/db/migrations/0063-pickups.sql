-- Money to collect: when it lay ready, how long it lies there, and that it was asked back because nobody came, or because its borrower gave it up.

alter table payouts
  -- For how many days it may be collected, as it was ordered; null where the money goes to an account.
  add column collect_days integer check (collect_days > 0),
  -- From when it lay ready (business time), and the last Manila day on which it can be collected.
  add column ready_at timestamptz,
  add column collect_until date,
  -- Since when it has been asked back (real time), and by whom.
  add column recalled_at timestamptz,
  add column recalled_by text check (recalled_by in ('house', 'borrower')),
  add check ((ready_at is null) = (collect_until is null)),
  add check (ready_at is null or collect_days is not null),
  add check ((recalled_at is null) = (recalled_by is null)),
  add check (recalled_at is null or ready_at is not null);

create index payouts_uncollected on payouts (collect_until) where ready_at is not null and recalled_at is null and state in ('sent', 'unknown');

create function pickup_is_told_once() returns trigger language plpgsql as $$
begin
  if new.collect_days is distinct from old.collect_days
     or (old.ready_at is not null and (new.ready_at, new.collect_until) is distinct from (old.ready_at, old.collect_until))
     or (old.recalled_at is not null and (new.recalled_at, new.recalled_by) is distinct from (old.recalled_at, old.recalled_by)) then
    raise exception 'a pickup keeps its days, and stays asked back' using errcode = 'restrict_violation';
  end if;
  if old.recalled_at is null and new.recalled_at is not null and old.state not in ('sent', 'unknown') then
    raise exception 'only a pickup that nobody has collected is asked back' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payouts_pickup before update on payouts for each row execute function pickup_is_told_once();
