-- Who made whose key, so that one engineer is never two people: two keys are two people where the lines of their makers end at different keys of the
-- installation.

alter table ops_keys disable trigger ops_keys_only_end;
alter table ops_keys
  -- The key that it was made with; none where the machine's own key made it.
  add column maker_id uuid references ops_keys,
  -- Business time.
  add column added_at timestamptz,
  -- One of the first two that the machine's own key ever made: these need not wait a day before they confirm.
  add column is_first boolean not null default false,
  add constraint ops_keys_of_another check (maker_id <> id),
  add constraint ops_keys_first_by_machine check (not is_first or maker_id is null);
update ops_keys k set
  added_at = made_at,
  maker_id = (select m.id from ops_keys m where m.name = k.made_by and m.id <> k.id and m.made_at <= k.made_at order by m.made_at desc limit 1),
  is_first = k.made_by like 'local:%'
    and (select count(*) from ops_keys o where o.made_by like 'local:%' and (o.made_at, o.id) < (k.made_at, k.id)) < 2;
alter table ops_keys alter column added_at set not null;
alter table ops_keys enable trigger ops_keys_only_end;

create or replace function ops_keys_only_end() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null or new.ended_at is null
    or to_jsonb(new) - '{ended_at,ended_by}'::text[] is distinct from to_jsonb(old) - '{ended_at,ended_by}'::text[] then
    raise exception 'a key ends once, and nothing else of it changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- A key cannot be older than its maker's, nor made with one that has ended.
create function ops_keys_have_a_maker() returns trigger language plpgsql as $$
begin
  if new.maker_id is not null
    and not exists (select 1 from ops_keys m where m.id = new.maker_id and m.name = new.made_by and m.ended_at is null) then
    raise exception 'a key is made with an open one of its maker' using errcode = 'restrict_violation';
  end if;
  if new.maker_id is null and new.made_by not like 'local:%' then
    raise exception 'the key of a maker is missing' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger ops_keys_have_a_maker before insert on ops_keys for each row execute function ops_keys_have_a_maker();
