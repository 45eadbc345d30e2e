-- What takes two people: who proposed it and who confirmed it, each with the key they did it with. A new key of staff is the first of them; its facts stand
-- in a row of their own.

-- The key at which the line of a key's makers ends.
create function root_of_key(key uuid) returns uuid language sql stable as $$
  with recursive line as (
    select id, maker_id from ops_keys where id = key
    union all select m.id, m.maker_id from ops_keys m join line on m.id = line.maker_id)
  select id from line where maker_id is null
$$;

create table approvals (
  id uuid primary key,
  act text not null check (act in ('staffKey')),
  reason text not null check (length(reason) between 3 and 500),
  proposed_by text not null,
  -- Null is the machine's own key.
  proposed_key_id uuid references ops_keys,
  -- Business time, as all of these.
  proposed_at timestamptz not null,
  lapses_at timestamptz not null check (lapses_at > proposed_at),
  confirmed_by text,
  confirmed_key_id uuid references ops_keys,
  confirmed_at timestamptz,
  -- Another proposal took its place.
  dropped_at timestamptz,
  check ((proposed_key_id is null) = (proposed_by like 'local:%')),
  check ((confirmed_at is null) = (confirmed_by is null)),
  check ((confirmed_by is not null and confirmed_key_id is null) = (confirmed_by is not null and confirmed_by like 'local:%')),
  check (confirmed_at is null or dropped_at is null),
  check (confirmed_at between proposed_at and lapses_at),
  constraint approvals_of_two_people check (confirmed_by <> proposed_by and confirmed_key_id is distinct from proposed_key_id)
);
create index approvals_open on approvals (act, proposed_at) where confirmed_at is null and dropped_at is null;

create function approvals_begin_open() returns trigger language plpgsql as $$
begin
  if new.confirmed_at is not null or new.dropped_at is not null then
    raise exception 'an approval is proposed before it is confirmed' using errcode = 'restrict_violation';
  end if;
  if new.proposed_key_id is not null
    and not exists (select from ops_keys k where k.id = new.proposed_key_id and k.name = new.proposed_by and k.ended_at is null) then
    raise exception 'an approval is proposed with an open key' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger approvals_begin_open before insert on approvals for each row execute function approvals_begin_open();

create function approvals_end_once() returns trigger language plpgsql as $$
begin
  if old.confirmed_at is not null or old.dropped_at is not null then
    raise exception 'an approval ends once' using errcode = 'restrict_violation';
  end if;
  if to_jsonb(new) - '{confirmed_by,confirmed_key_id,confirmed_at,dropped_at}'::text[]
    is distinct from to_jsonb(old) - '{confirmed_by,confirmed_key_id,confirmed_at,dropped_at}'::text[] then
    raise exception 'what was proposed stays' using errcode = 'restrict_violation';
  end if;
  if new.confirmed_at is null then return new; end if;
  if new.confirmed_key_id is not null and not exists (select from ops_keys k where k.id = new.confirmed_key_id and k.name = new.confirmed_by
      and k.ended_at is null and (k.is_first or k.added_at + interval '24 hours' <= new.confirmed_at)) then
    raise exception 'an approval is confirmed with an open key of a day or more' using errcode = 'restrict_violation';
  end if;
  if root_of_key(new.confirmed_key_id) is not distinct from root_of_key(new.proposed_key_id) then
    raise exception 'two keys of one maker are one person' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger approvals_end_once before update on approvals for each row execute function approvals_end_once();
create trigger approvals_stay before delete on approvals for each row execute function refuse_change();
create trigger approvals_stay_whole before truncate on approvals for each statement execute function refuse_change();
grant select, insert, update (confirmed_by, confirmed_key_id, confirmed_at, dropped_at) on approvals to sandali_app;

-- Who is to have a key, in which roles, and the hash of the key that they made themselves.
create table key_proposals (
  approval_id uuid primary key references approvals,
  name text not null check (name ~ '^[a-z][a-z0-9.-]{1,39}$' and name <> 'local'),
  roles text[] not null check (cardinality(roles) > 0 and roles <@ array['reviewer', 'finance', 'support', 'engineer']),
  token_hash bytea not null check (length(token_hash) = 32)
);
create index key_proposals_of_name on key_proposals (name);
create trigger key_proposals_stay before update or delete on key_proposals for each row execute function refuse_change();
create trigger key_proposals_stay_whole before truncate on key_proposals for each statement execute function refuse_change();
grant select, insert on key_proposals to sandali_app;

alter table ops_keys add column approval_id uuid unique references key_proposals;

-- A key comes from a confirmed approval as it stands there, or is one of the two of the installation.
create or replace function ops_keys_have_a_maker() returns trigger language plpgsql as $$
begin
  if new.maker_id is null then
    if new.made_by not like 'local:%' or new.approval_id is not null then
      raise exception 'the key of a maker is missing' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if not exists (select from key_proposals p join approvals a on a.id = p.approval_id where p.approval_id = new.approval_id
      and a.confirmed_at is not null and a.proposed_key_id = new.maker_id and a.proposed_by = new.made_by
      and (p.name, p.roles, p.token_hash) = (new.name, new.roles, new.token_hash)) then
    raise exception 'two people approve a key' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create function add_approved_key(new_id uuid, approval uuid, at_wall timestamptz, at_now timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public as $$
  insert into ops_keys (id, name, roles, token_hash, made_at, made_by, added_at, maker_id, approval_id)
    select new_id, p.name, p.roles, p.token_hash, at_wall, a.proposed_by, at_now, a.proposed_key_id, a.id
    from key_proposals p join approvals a on a.id = p.approval_id where a.id = approval
$$;
create function add_key_of_installation(new_id uuid, of_name text, of_roles text[], of_hash bytea, at_wall timestamptz, by_who text, at_now timestamptz)
  returns void language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform pg_advisory_xact_lock(hashtext('sandali keys of staff'));
  if (select count(*) >= 2 from ops_keys where maker_id is null and ended_at is null) then
    raise exception 'the machine makes two keys' using errcode = 'restrict_violation';
  end if;
  insert into ops_keys (id, name, roles, token_hash, made_at, made_by, added_at, is_first)
    values (new_id, of_name, of_roles, of_hash, at_wall, by_who, at_now, (select count(*) < 2 from ops_keys where maker_id is null));
end $$;
revoke all on function add_approved_key(uuid, uuid, timestamptz, timestamptz),
  add_key_of_installation(uuid, text, text[], bytea, timestamptz, text, timestamptz) from public;
grant execute on function add_approved_key(uuid, uuid, timestamptz, timestamptz),
  add_key_of_installation(uuid, text, text[], bytea, timestamptz, text, timestamptz) to sandali_app;
revoke insert on ops_keys from sandali_app;
