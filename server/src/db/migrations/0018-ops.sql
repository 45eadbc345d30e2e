-- Staff: keys of their own with roles, and a trail that shows when somebody has changed it afterwards.

-- What a person at Sandali acts with. Only the SHA-256 of a key is kept; a key that has ended is never open again.
create table ops_keys (
  id uuid primary key,
  name text not null check (name ~ '^[a-z][a-z0-9.-]{1,39}$' and name <> 'local'),
  roles text[] not null check (cardinality(roles) > 0 and roles <@ array['reviewer', 'finance', 'support', 'engineer']),
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- Real time.
  made_at timestamptz not null,
  made_by text not null,
  ended_at timestamptz,
  ended_by text,
  check ((ended_at is null) = (ended_by is null))
);
create unique index ops_keys_one_a_person on ops_keys (name) where ended_at is null;

create function ops_keys_only_end() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null or new.ended_at is null
    or (new.id, new.name, new.roles, new.token_hash, new.made_at, new.made_by)
      is distinct from (old.id, old.name, old.roles, old.token_hash, old.made_at, old.made_by) then
    raise exception 'a key ends once, and nothing else of it changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger ops_keys_only_end before update on ops_keys for each row execute function ops_keys_only_end();
create trigger ops_keys_stay before delete on ops_keys for each row execute function refuse_change();
create trigger ops_keys_stay_whole before truncate on ops_keys for each statement execute function refuse_change();

-- What `sms log` looks for: the newest messages of all, and those to a number.
create index messages_by_time on messages (queued_at desc);
create index messages_to_number on messages (to_hash, queued_at desc);

-- In which role staff acted. The program decides in none.
alter table audit_rows add column role text check (role in ('reviewer', 'finance', 'support', 'engineer'));
create index audit_rows_of_subject on audit_rows (subject, id desc) where subject is not null;

-- Numbers of the trail. A transaction gets its own id before it gets a number, so that of every number given out so far the transaction is known
-- to have ended once no older one runs (see server/src/staff/seal.ts); an identity column may give the number first.
alter table audit_rows alter column id drop identity;
create sequence audit_numbers;
select setval('audit_numbers', max(id)) from audit_rows having max(id) is not null;
create function next_audit_number() returns bigint language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform pg_current_xact_id();
  return nextval('public.audit_numbers');
end $$;
alter table audit_rows alter column id set default next_audit_number();
alter sequence audit_numbers owned by audit_rows.id;
-- The serving role writes rows and never chooses their numbers.
revoke insert on audit_rows from sandali_app;
grant insert (at, who, role, act, subject, reason, detail) on audit_rows to sandali_app;
grant select on audit_numbers to sandali_app;

-- A batch of the trail: what its rows hash to, chained to the batch before it. Numbers that no row has stay without one from then on.
create table audit_seals (
  number bigint primary key check (number > 0),
  from_id bigint not null,
  to_id bigint not null,
  row_count bigint not null check (row_count >= 0),
  -- Real time.
  sealed_at timestamptz not null,
  rows_hash bytea not null check (length(rows_hash) = 32),
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null unique check (length(hash) = 32),
  check (from_id <= to_id)
);
create trigger audit_seals_stay before update or delete on audit_seals for each row execute function refuse_change();
create trigger audit_seals_stay_whole before truncate on audit_seals for each statement execute function refuse_change();

-- Where the chain ends, and up to which number the next batch will go once the transactions of that moment have ended. One row.
create table audit_head (
  is_only boolean primary key default true check (is_only),
  number bigint not null,
  to_id bigint not null,
  hash bytea not null check (length(hash) = 32),
  marked_to bigint,
  -- The id of the transaction that made the mark.
  marked_in bigint,
  -- Real time; stays when the mark has been reached.
  marked_at timestamptz,
  check ((marked_to is null) = (marked_in is null)),
  check (marked_to is null or (marked_to > to_id and marked_at is not null))
);
insert into audit_head (number, to_id, hash) values (0, 0, decode(repeat('00', 32), 'hex'));
create trigger audit_head_stays before insert or delete on audit_head for each row execute function refuse_change();
create trigger audit_head_stays_whole before truncate on audit_head for each statement execute function refuse_change();

grant select, insert, update on ops_keys to sandali_app;
grant select, insert on audit_seals to sandali_app;
grant select, update on audit_head to sandali_app;
